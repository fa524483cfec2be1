/** The whole list, also when the overview no longer shows it. */
export const FIRST_STEPS = '/console/first-steps';
export const SKIP = `${FIRST_STEPS}/skip`;
export const RESTORE = `${FIRST_STEPS}/restore`;
export const OWN_ZONE = `${FIRST_STEPS}/time-zone`;
export const TEST_MAIL = `${FIRST_STEPS}/test-mail`;
