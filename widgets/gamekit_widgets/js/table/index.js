/** The widget that notebook_widgets.py sends: a table, a task, a board or a replay. */
import { widget } from "../widget.js";
import { View } from "./view.js";

export default widget(View);
