/** The listeners of this process, by channel. */
export function createChannels() {
  const listeners = new Map<string, Set<() => void>>();

  function listen(channel: string, listener: () => void): () => void {
    const ofChannel = listeners.get(channel) ?? new Set();
    listeners.set(channel, ofChannel.add(listener));
    return () => void ofChannel.delete(listener);
  }

  function notify(channel: string): void {
    for (const listener of listeners.get(channel) ?? []) listener();
  }

  return { listen, notify, names: () => [...listeners.keys()] };
}
