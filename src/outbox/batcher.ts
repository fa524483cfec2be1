interface BatcherOptions {
  /** A batch is ready when it has this many items. */
  size: number;
  /** Or this long after the first. Too short to notice, so it doesn't use the clock that tests move. */
  delayMs: number;
  /** When it says no, a batch is ready after one turn of the event loop. */
  mayExpectMore?(): boolean;
  onReady(): void;
}

/** Counts items, and says when there are enough for a batch. */
export function createBatcher({ size, delayMs, mayExpectMore, onReady }: BatcherOptions) {
  let count = 0;
  let timer: NodeJS.Timeout | undefined;
  let turn: NodeJS.Immediate | undefined;

  function begin(): void {
    timer = setTimeout(flush, delayMs);
    // One turn of the event loop lets in items that have already arrived.
    if (mayExpectMore) turn = setImmediate(() => mayExpectMore() || flush());
  }

  function cancel(): void {
    clearTimeout(timer);
    clearImmediate(turn);
    count = 0;
  }

  /** Ends the batch without waiting for more. */
  function flush(): void {
    if (count === 0) return;
    cancel();
    onReady();
  }

  return {
    add(added = 1): void {
      if (count === 0) begin();
      count += added;
      if (count >= size) flush();
    },
    flush,
    cancel,
  };
}
