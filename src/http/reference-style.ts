/** The look of the reference. Only fonts that the reader's device has: the page loads nothing. */
export const referenceStyle = `
:root {
  color-scheme: light dark;
  --text: light-dark(#1d2329, #dce1e7); --soft: light-dark(#57616c, #98a3af);
  --page: light-dark(#ffffff, #15191e); --panel: light-dark(#f4f6f8, #1d232a);
  --line: light-dark(#dfe4e9, #313a44); --link: light-dark(#0a58ca, #79b3ff);
  --post: light-dark(#18713a, #6fce8f); --patch: light-dark(#8a5300, #e3ae55);
  --delete: light-dark(#b3261e, #ff8f86);
}
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--page); color: var(--text); font: 16px/1.55 system-ui, sans-serif; }
main { max-width: 66rem; padding: 2rem clamp(1rem, 4vw, 3rem) 6rem; }
h1 { margin: 0; font-size: 2rem; line-height: 1.2; }
h2 { margin: 3.5rem 0 1rem; font-size: 1.4rem; line-height: 1.3; }
h3 { margin: 0; font-size: 1.1rem; line-height: 1.4; overflow-wrap: anywhere; }
h4 { margin: 1.5rem 0 .4rem; font-size: .9rem; }
p { margin: .5rem 0; max-width: 46rem; }
a { color: var(--link); text-decoration: none; }
a:hover, :target h3 { text-decoration: underline; text-underline-offset: .2em; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
code, pre, .method { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
code { font-size: .88em; overflow-wrap: anywhere; }
p code, td code { background: var(--panel); padding: .1em .3em; border-radius: .25em; }
td > a > code, td > .name { background: none; padding: 0; }
pre { margin: .4rem 0; padding: .75rem 1rem; overflow-x: auto; font-size: .85rem; line-height: 1.5;
  background: var(--panel); border: 1px solid var(--line); border-radius: .4rem; }
nav { padding: 2rem 1rem 1rem clamp(1rem, 4vw, 2rem); font-size: .92rem; }
nav a { display: block; padding: .2rem 0; }
section { margin-bottom: 1.75rem; padding-top: 1.5rem; border-top: 1px solid var(--line); }
section h3 a { color: inherit; }
.soft { color: var(--soft); font-weight: normal; font-size: .95rem; }
.method { font-weight: 700; font-size: .85em; color: var(--link); }
.post { color: var(--post); } .patch { color: var(--patch); } .delete { color: var(--delete); }

table { width: 100%; border-collapse: collapse; font-size: .9rem; line-height: 1.45; }
th, td { padding: .4rem .9rem .4rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
thead th { color: var(--soft); font-weight: 500; font-size: .82rem; }
tbody th { padding-top: 1.2rem; }
td > .name, .overview td:last-child { white-space: nowrap; }
details { margin: .4rem 0; }
summary { cursor: pointer; padding: .25rem 0; color: var(--soft); font-size: .9rem; }
summary:hover, details[open] > summary { color: var(--text); }

@media (min-width: 60rem) {
  body { display: grid; grid-template-columns: 13rem minmax(0, 1fr); }
  nav { position: sticky; top: 0; height: 100vh; overflow-y: auto; border-right: 1px solid var(--line); }
}
@media (max-width: 60rem) { nav { display: flex; flex-wrap: wrap; gap: 0 1.1rem; padding-block: 1rem 0; } }
/* On a phone every row is a small card: the short cells on one line, the last one, in sentences, below. */
@media (max-width: 40rem) {
  table, tbody, tr, tbody th { display: block; }
  thead { display: none; }
  tr { padding: .5rem 0; border-bottom: 1px solid var(--line); }
  th, td { display: inline; padding: 0 .6rem 0 0; border: 0; }
  td > .name { white-space: normal; font-weight: 600; }
  td:last-child, .overview td:nth-child(3) { display: block; }
}
`;
