/** Where somebody new begins. Each step has a page of its own, so that a refused form is shown again on it. */
export const WELCOME = '/console/welcome';
export const HOURS = `${WELCOME}/hours`;
export const CALENDAR = `${WELCOME}/calendar`;
export const FINISHED = `${WELCOME}/finished`;
