interface BatcherOptions {
  /** A batch is ready when it has this many. */
  size: number;
  /** Or this long after its first one. Too short to notice, so it does not use the clock that tests move. */
  delayMs: number;
  /** If more are not expected, a batch is ready after one turn of the event loop. */
  mayExpectMore?(): boolean;
  onReady(): void;
}

/** Counts what is added, and says when a batch is ready. */
export function createBatcher({ size, delayMs, mayExpectMore, onReady }: BatcherOptions) {
  let count = 0;
  let timer: NodeJS.Timeout | undefined;
  let turn: NodeJS.Immediate | undefined;

  function begin(): void {
    timer = setTimeout(flush, delayMs);
    // One turn of the event loop lets in what has arrived already.
    if (mayExpectMore) turn = setImmediate(() => mayExpectMore() || flush());
  }

  function cancel(): void {
    clearTimeout(timer);
    clearImmediate(turn);
    count = 0;
  }

  /** Does not wait for more. */
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
