# SPDX-License-Identifier: GPL-2.0-or-later
"""What cli/report_html_test.py looks at in a page, as expressions of JavaScript, and the results of somebody who wants to act on its reader."""

import json

HOSTILE = {
    "script": "</script><script>window.hacked = 1; alert(1)</script>",
    "image": "\"><img src=x onerror=\"window.hacked = 1; alert(1)\">",
    "template": "{{constructor.constructor('window.hacked = 1')()}}${window.hacked = 1}",
    "direction": "a\u202egpj.exe\u2066",
    "comment": "<!--<script>",
    "long": "x" * 5000,
}

# All that a plot shows: how many marks of each kind have an extent, and which words.
PLOTS = """[...document.querySelectorAll("[data-plot]")].map(place => {
  const count = kind => [...place.querySelectorAll(`svg g.${kind}.role-mark > *`)].filter(mark => {
    const box = mark.getBoundingClientRect();
    return box.width + box.height > 0;
  }).length;
  const box = place.querySelector("svg").getBoundingClientRect();
  return {id: place.dataset.plot, symbols: count("mark-symbol"), lines: count("mark-line"), rects: count("mark-rect"), texts: count("mark-text"),
          rules: count("mark-rule"), words: [...place.querySelectorAll("svg text")].map(t => t.textContent), width: box.width, height: box.height,
          open: place.closest("figure").querySelector("details").open, label: place.getAttribute("aria-label")};
})"""
DRAWN = """new Promise(resolve => {
  const root = document.documentElement;
  const look = () => root.dataset.plots !== undefined && resolve([Number(root.dataset.plots), Number(root.dataset.plotsFailed)]);
  new MutationObserver(look).observe(root, {attributes: true});
  look();
})"""
INJECTED = """[...document.querySelectorAll("*")].filter(e => ["IMG", "IFRAME", "OBJECT", "EMBED", "BASE"].includes(e.tagName) || (e.tagName === "FORM" && e.className !== "vega-bindings")
    || [...e.attributes].some(a => a.name.startsWith("on") || (a.name.endsWith("href") && !/^(#|data:,$)/.test(a.value)))).map(e => e.outerHTML.slice(0, 200))"""
# Of text and its ground: WCAG's contrast.
CONTRAST = """(() => {
  const light = colour => {
    const [r, g, b] = colour.match(/[0-9.]+/g).slice(0, 3).map(Number).map(v => v / 255).map(v => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ground = light(getComputedStyle(document.body).backgroundColor);
  const ratio = value => { const own = light(value); return (Math.max(own, ground) + 0.05) / (Math.min(own, ground) + 0.05); };
  const least = (selector, property) => Math.min(...[...document.querySelectorAll(selector)].map(e => ratio(getComputedStyle(e)[property])));
  return {ground, text: least("p, td, th, h1", "color"), plotText: least("svg text", "fill"), line: least("g.mark-line.role-mark path", "stroke"),
          rule: least("g.mark-rule.role-mark line", "stroke"), outline: least("g.mark-rect.role-mark path[stroke]", "stroke"),
          opaque: Math.min(...[...document.querySelectorAll("g.mark-line.role-mark path")].map(e => Number(getComputedStyle(e).opacity)))};
})()"""


def hostile(results):
    """The same results by somebody who wants to act on the reader."""
    results = json.loads(json.dumps(results))
    context = results["context"]
    context["platform"] = HOSTILE["script"]
    context["started"] = HOSTILE["template"]
    context["environment"] = [
        {"name": name, "value": text, "verdict": "warning", "reason": text} for name, text in zip(["cpu model", "kernel", "a", "b", "c", "d"], HOSTILE.values())
    ]
    names = {"floor": HOSTILE["image"], "both": HOSTILE["template"], "cached": HOSTILE["script"]}
    for engine in context["engines"]:
        engine.update(name=HOSTILE["comment"], compiler=HOSTILE["long"], flags=HOSTILE["image"], source=HOSTILE["direction"])
    for arm in results["arms"]:
        arm.update(name=names.get(arm["name"], arm["name"]), engine=HOSTILE["comment"])
    results["protocol"]["corpus"] = HOSTILE["image"]
    return results
