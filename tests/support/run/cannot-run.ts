/** An error that is shown without a stack: its message says everything. */
export class CannotRun extends Error {}
