declare module "plotly.js-gl3d-dist-min" {
  const Plotly: import("../cube.js").Library;
  export default Plotly;
}
