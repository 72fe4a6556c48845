import type { Actor } from '@/lib/platform/policy/actor'
import type { PersonKey } from './people'
import type { Scenario } from './scenario'

/** Who acts, in which project, on which tasks. */
export interface Cast {
  projectId: string
  actors: Readonly<Record<PersonKey, Actor>>
  taskOf(scenario: Scenario): string
}
