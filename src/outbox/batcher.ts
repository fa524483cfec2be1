/**
 * Calls `act` once it has been told often enough, or a moment after the first time: so that much is done at once when
 * there is much. The moment is too short for anyone to notice, so it does not go by the clock that tests can stop.
 */
export function createGathering(enough: number, momentMs: number, act: () => void) {
  let told = 0;
  let timer: NodeJS.Timeout | undefined;

  function end(): void {
    clearTimeout(timer);
    timer = undefined;
    told = 0;
  }

  function actNow(): void {
    end();
    act();
  }

  return {
    tell(): void {
      told += 1;
      if (told >= enough) actNow();
      else timer ??= setTimeout(actNow, momentMs);
    },
    end,
  };
}
