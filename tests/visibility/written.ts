/** What writing a world leaves for reading it. */
import type { makeUser } from '@/tests/factories'

export interface Written {
  /** Marks every secret of this world. */
  tag: string
  users: Awaited<ReturnType<typeof makeUser>>[]
  /** The ids of rows, by the keys of tests/visibility/specification.ts. */
  ids: Map<string, string>
  /** What endpoints take as parameters, by the parameter's name. */
  addresses: Record<string, string[]>
  /** The tasks whose workbench a person has opened. */
  benches: { person: number; taskId: string }[]
}

/** The text by which a secret is known in the answers: found in no other secret's. */
export const secretOf = (tag: string, key: string): string => `${tag}-${key.replaceAll(' ', '-')}-end`
