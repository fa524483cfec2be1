/** The listeners of this process, by topic. */
export function createNotifications() {
  const listeners = new Map<string, Set<() => void>>();

  function listen(topic: string, listener: () => void): () => void {
    const ofTopic = listeners.get(topic) ?? new Set();
    listeners.set(topic, ofTopic.add(listener));
    return () => void ofTopic.delete(listener);
  }

  function notify(topic: string): void {
    for (const listener of listeners.get(topic) ?? []) listener();
  }

  return { listen, notify, topics: () => [...listeners.keys()] };
}
