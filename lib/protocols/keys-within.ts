/** The unit and all its parts; parts stand behind their wholes. */
export function keysWithin(
  { units }: { units: readonly { key: string; parent?: string | undefined }[] },
  unit: string,
): Set<string> {
  const inside = new Set([unit])
  for (const { key, parent } of units) if (parent !== undefined && inside.has(parent)) inside.add(key)
  return inside
}
