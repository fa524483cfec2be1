/** Who listens to what, in this process. */
export function createChannels() {
  const listeners = new Map<string, Set<() => void>>();

  function listen(channel: string, listener: () => void): () => void {
    const others = listeners.get(channel) ?? new Set();
    listeners.set(channel, others.add(listener));
    return () => void others.delete(listener);
  }

  function notify(channel: string): void {
    for (const listener of listeners.get(channel) ?? []) listener();
  }

  return { listen, notify, names: () => [...listeners.keys()] };
}
