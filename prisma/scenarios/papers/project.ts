/** A small project under one protocol: what comes in, who answered what, what a reviewer confirmed. */
import type { Workbench } from '@/lib/annotation/annotations/contract'
import type { Answers, Json } from '@/lib/protocols/protocol'
import type { ImportOptions } from '@/lib/workspace/imports/contract'
import type { Annotator, Reviewer } from '@/prisma/scenarios/scenario'

export interface PaperWork {
  /** The item's position. */
  position: number
  stage: string
  by: readonly Annotator[]
  /** What somebody answers, from what their workbench shows. */
  answers(workbench: Workbench, who: Annotator): Answers
  /** Works on it and does not submit. */
  unfinished?: Annotator
  /** Settles what is open by these answers, and confirms it. */
  confirmed?: { by: Reviewer; right: (workbench: Workbench) => Answers }
}

export interface PaperProject {
  name: string
  description: string
  protocolId: string
  file: string
  records: readonly Json[]
  options?: Partial<Pick<ImportOptions, 'labels' | 'open'>>
  /** Settings of stages that differ from the protocol's. */
  stages?: Readonly<Record<string, { raters?: number; coverage?: number }>>
  work: readonly PaperWork[]
}
