/** The widget that wall.py sends: the wall of a room. */
import { widget } from "../widget.js";
import { View } from "./view.js";

export default widget(View);
