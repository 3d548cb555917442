// SPDX-License-Identifier: GPL-2.0-or-later
// Draws the plots of a page whose specifications stand in it. Nothing is loaded: expressions are interpreted, never
// compiled, and a loader that refuses stands in for Vega's. When all is drawn, data-plots of the root element says how
// many, and data-plots-failed how many could not be.
"use strict";
(function () {
  const refuse = () => Promise.reject(new Error("this page loads nothing"));
  const loader = { load: refuse, sanitize: refuse, http: refuse, file: refuse };
  const axis = {
    labelColor: "var(--dim)", titleColor: "var(--dim)", titleFontWeight: "normal", domainColor: "var(--faint)",
    tickColor: "var(--faint)", gridColor: "var(--line)",
  };
  const config = {
    background: null, font: "system-ui, sans-serif", aria: false, padding: 2, axis,
    legend: { labelColor: "var(--text)", symbolOpacity: 1 }, view: { stroke: "var(--line)" },
  };

  // Vega logs what went wrong while it draws, and goes on; here it is what the plot could not be drawn for.
  const logger = {
    level() { return arguments.length ? this : vega.Warn; },
    error(error) { throw error instanceof Error ? error : new Error(String(error)); },
    warn(...words) { console.warn(...words); return this; },
    info() { return this; },
    debug() { return this; },
  };

  // Vega gives its container a label and a role of its own, so that it gets one within the place that has ours.
  function draw(place, specification) {
    const container = place.appendChild(document.createElement("div"));
    const spec = vegaLite.compile(specification, { config }).spec;
    const view = new vega.View(vega.parse(spec, null, { ast: true }), {
      expr: vega.expressionInterpreter, renderer: "svg", container, hover: false, loader, logger,
    });
    return view.runAsync();
  }

  function closeText(place) {
    place.closest("figure").querySelector("details").open = false;
  }

  async function drawAll() {
    const plots = JSON.parse(document.getElementById("plots-data").textContent);
    let drawn = 0;
    let failed = 0;
    for (const place of document.querySelectorAll("[data-plot]")) {
      try {
        await draw(place, plots[place.dataset.plot]);
        closeText(place);
        drawn += 1;
      } catch (error) {
        console.error(error);
        place.textContent = "This plot could not be drawn; the text below has it.";
        failed += 1;
      }
    }
    document.documentElement.dataset.plotsFailed = String(failed);
    document.documentElement.dataset.plots = String(drawn);
  }

  drawAll();
})();
