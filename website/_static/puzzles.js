// Puts the puzzle of the day first, and the earlier ones behind it, each with its date. Days change at midnight UTC.
const list = document.getElementById("puzzles");
const items = [...list.children];
const today = Math.floor(Date.now() / 86_400_000);
items.forEach((item, number) => {
  const ago = (((today - number) % items.length) + items.length) % items.length;
  const day = new Date((today - ago) * 86_400_000);
  item.dataset.ago = String(ago);
  item.querySelector("time").textContent = day.toLocaleDateString("en", { dateStyle: "long", timeZone: "UTC" });
  item.querySelector("time").dateTime = day.toISOString().slice(0, 10);
});
items.sort((one, other) => Number(one.dataset.ago) - Number(other.dataset.ago));
const earlier = document.createElement("h2");
earlier.textContent = "Earlier";
const rest = list.cloneNode();
rest.id = "earlier";
list.replaceChildren(items[0]);
rest.replaceChildren(...items.slice(1));
list.after(earlier, rest);
