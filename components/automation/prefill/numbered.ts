/** Values with their place as a key: for lists that never change their order. */
export const numbered = <T>(values: readonly T[]): { key: string; value: T }[] =>
  values.map((value, index) => ({ key: String(index), value }))
