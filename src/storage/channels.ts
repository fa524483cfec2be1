/** Who listens to what, in this process. */
export function createChannels() {
  const listeners = new Map<string, Set<() => void>>();

  function listen(channel: string, hear: () => void): () => void {
    const hearing = listeners.get(channel) ?? new Set();
    listeners.set(channel, hearing.add(hear));
    return () => void hearing.delete(hear);
  }

  function tell(channel: string): void {
    for (const hear of listeners.get(channel) ?? []) hear();
  }

  return { listen, tell, names: () => [...listeners.keys()] };
}
