// For a booking page in a frame of another website: tells that website how high it is, where a step begins, and what was booked. The
// service has named the website, which is on the list of the workspace: nobody else hears of it.

const { embed, booked } = document.documentElement.dataset;

if (embed && parent !== window) {
  if (document.readyState === 'loading') {
    await new Promise((resolve) => addEventListener('DOMContentLoaded', resolve));
  }
  new ResizeObserver(tellHeight).observe(document.documentElement);
  // A browser may put off watching what nobody sees yet.
  tellHeight();
  tellStep();
  // A step that is shown in place (page.js).
  new MutationObserver(tellStep).observe(document.body, { childList: true });
  addEventListener('keydown', ({ key, defaultPrevented }) => {
    if (key === 'Escape' && !defaultPrevented) tell({ type: 'rota:close' });
  });
  // Such as a map: most pages refuse to be in a frame.
  addEventListener('click', ({ target }) => {
    const link = target instanceof Element ? target.closest('a') : null;
    if (link && link.origin !== location.origin) link.target = '_blank';
  });
  const [visit] = performance.getEntriesByType('navigation');
  // Not again when somebody goes back to it, or reloads it.
  const isNew = visit instanceof PerformanceNavigationTiming && visit.type === 'navigate';
  if (booked && isNew) tell({ type: 'rota:booked', ...JSON.parse(booked) });
}

function tellHeight() {
  tell({ type: 'rota:height', height: Math.ceil(document.documentElement.getBoundingClientRect().height) });
}

function tellStep() {
  const { activeElement: start, body } = document;
  tell({ type: 'rota:step', top: start && start !== body ? start.getBoundingClientRect().top : 0 });
}

/** @param {object} message */
function tell(message) {
  if (embed) parent.postMessage(message, embed);
}
