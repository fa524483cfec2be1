/** A cache by key for values that are slow to make. When full, it drops the oldest: readers decide which keys are asked for. */
export function createKept<Value>(most: number) {
  const values = new Map<string, Value>();
  return (key: string, make: () => Value): Value => {
    const known = values.get(key);
    if (known !== undefined) return known;
    if (values.size >= most) values.delete(values.keys().next().value as string);
    const made = make();
    values.set(key, made);
    return made;
  };
}
