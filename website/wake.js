// Wakes a page in the browser: runs its cells up to the first board, which is asleep until then. Where a cell cannot
// run there, its saved picture stays.
(async () => {
  const once = async (look) => {
    for (;;) {
      const found = look();
      if (found) return found;
      await new Promise((done) => setTimeout(done, 200));
    }
  };
  const panel = await once(() => {
    const shown = window.jupyterapp?.shell.currentWidget;
    const kernel = shown?.sessionContext?.session?.kernel;
    return kernel?.status === "idle" && shown.content?.model?.cells.length ? shown : null;
  });
  for (const { outputs } of panel.content.model.cells) {
    const saved = outputs?.toJSON().filter((one) => one.data?.["text/html"]?.includes("<img")) ?? [];
    outputs?.changed.connect(async () => {
      await new Promise((done) => setTimeout(done, 500)); // until all of the sentence is there
      const shown = JSON.stringify(outputs.toJSON());
      if (!shown.includes("This cell needs") || shown.includes("<img")) return;
      for (const { data } of saved) {
        const drawn = data["text/html"].replace(/<p><strong>Asleep[^]*/, ""); // it cannot wake up
        const html = `<p>What it showed where gamekit is installed:</p>${drawn}`;
        outputs.add({ output_type: "display_data", metadata: {}, data: { "text/html": html } });
      }
    });
  }
  const sleeps = (cell) => JSON.stringify(cell.outputs?.toJSON() ?? []).includes("This board is asleep");
  const cells = [...panel.content.model.cells];
  const first = cells.findIndex(sleeps);
  if (first < 0) return; // it is awake, or saved from an earlier visit
  panel.content.activeCellIndex = Math.min(first + 1, cells.length - 1);
  await window.jupyterapp.commands.execute("notebook:run-all-above");
  panel.content.activeCellIndex = 0;
})();
