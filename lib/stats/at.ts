/** The number at `index`; an index outside the array is a bug in this room and throws. */
export function at(values: ArrayLike<number>, index: number): number {
  const value = values[index]
  if (value === undefined) throw new RangeError(`No value at index ${index} of ${values.length}`)
  return value
}
