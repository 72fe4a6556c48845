/** The people of the demo, all invented. They share one published password, so the app with them stays on this machine. */
import type { Role } from '@/lib/platform/policy/can'

export const PASSWORD = 'two-readers-make-gold'

export interface DemoPerson {
  name: string
  email: string
  role: Role
  /** What they do, for the list of accounts that the launcher prints. */
  does: string
  isAdmin?: boolean
}

export const people = {
  mara: {
    name: 'Mara Lindholm',
    email: 'mara@assay.example',
    role: 'manager',
    does: 'administrator, manager',
    isAdmin: true,
  },
  ana: { name: 'Ana Beltrán', email: 'ana@assay.example', role: 'annotator', does: 'annotator' },
  ben: { name: 'Ben Kiplagat', email: 'ben@assay.example', role: 'annotator', does: 'annotator' },
  chioma: { name: 'Chioma Nwosu', email: 'chioma@assay.example', role: 'annotator', does: 'annotator' },
  rui: { name: 'Rui Nakamura', email: 'rui@assay.example', role: 'reviewer', does: 'reviewer' },
  sana: { name: 'Sana Rahmani', email: 'sana@assay.example', role: 'reviewer', does: 'reviewer who approves' },
  vic: { name: 'Vic Novotný', email: 'vic@assay.example', role: 'viewer', does: 'viewer' },
} as const satisfies Record<string, DemoPerson>
export type PersonKey = keyof typeof people

export const projects = {
  main: {
    name: 'Everyday knowledge, checked',
    description:
      'What language models answer to everyday questions, labelled segment by segment. Three annotators, two reviewers; the items are at every stage of their way to gold.',
  },
  second: {
    name: 'Second project',
    description: 'Just created: its guidelines are there, the first import is still to come.',
  },
} as const

/** Its labels are drawn by chance: see simulated.ts. */
export const simulatedProject = {
  name: 'Six weeks, simulated',
  description:
    'Drawn by chance, to show what agreement, people and progress look like over time. Its labels say nothing about anything.',
}

/** What the manager added to the protocol's guidelines. */
export const LOCAL_RULES = {
  note: 'Rules of this project, after the first questions from annotators.',
  text: `## 8. In this project

- Write reasons in English, or in the language of the response.
- Skip an item whose language you do not read, and say so; somebody else will get it.
- Items marked *Pilot* were labelled by the same two people, to see whether these guidelines are clear.`,
} as const
