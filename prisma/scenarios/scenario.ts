/** The shape of the demo's items: what a model wrote, what is wrong with it, who said what about it, and how far it got. */

import type { FelmDomain } from '@/lib/protocols/felm/content'
import type { DisagreementCause } from '@/lib/workspace/tasks/contract'

export type Annotator = 'ana' | 'ben' | 'chioma'
export type Reviewer = 'rui' | 'sana'

/** What is wrong with a segment. `type` is left out in mathematics and reasoning. */
export interface Mistake {
  type?: string
  reason: string
  /** The same in the words of the second annotator; the first one's when left out. */
  otherwise?: string
  links?: readonly string[]
}

/** A true segment, or a false one with its mistake. */
export type Segment = string | (Mistake & { text: string })

/** Where an annotator saw it otherwise than it is: segments by key, or the item thrown out. */
export interface View {
  segments?: Readonly<Record<string, true | Mistake>>
  remove?: { reason: string; note?: string }
  /** Works on the first few segments only and does not submit. */
  unfinished?: number
}

/** A conversation about one disagreement before it is settled. */
export interface Discussion {
  unit: string
  question: string
  remarks: readonly (readonly [Annotator, string])[]
  proposal: boolean | string
  comment: string
  replies: readonly (readonly [Annotator, 'accept' | 'object', string])[]
}

export interface Settling {
  by: Reviewer
  /** Why the annotators disagreed, by `unit.question`. */
  causes?: Readonly<Record<string, DisagreementCause>>
  /** Why it was settled like this, by `unit.question`; needed where it is nobody's value. */
  reasons?: Readonly<Record<string, string>>
  /** The second reviewer first sends it back with a comment; the first one then adds links to a unit. */
  refused?: { comment: string; unit: string; links: readonly string[]; reason: string }
  /** Still to be approved. */
  waits?: boolean
}

/** One item with its history. Without `work` nobody has touched it. */
export interface Scenario {
  key: string
  domain: FelmDomain
  source: string
  prompt: string
  segments: readonly Segment[]
  /** What stands between two segments of the response; a blank unless said. */
  joint?: string
  /** Pages that the first annotator checked it against; the second one gives the first of them. */
  links?: readonly string[]
  /** In the order in which they worked. */
  work?: Partial<Record<Annotator, View>>
  /** A remark that an annotator wrote beside their work. */
  note?: readonly [Annotator, string, string]
  /** Given by a manager; everything else is taken from the queue. */
  assigned?: boolean
  skipped?: readonly [Annotator, string]
  /** What a machine says, where it differs from what is right; the item is imported with its labels. */
  machine?: Readonly<Record<string, true | Mistake>>
  discussion?: Discussion
  settling?: Settling
  discarded?: { by: Reviewer | 'mara'; reason: string; note: string }
  /** Sent back to one of its annotators. */
  sentBack?: { by: Reviewer; to: Annotator; comment: string }
  /** Segments as the manager cut them by hand while the task was prepared. */
  recut?: readonly string[]
}

export const textOf = (segment: Segment): string => (typeof segment === 'string' ? segment : segment.text)
