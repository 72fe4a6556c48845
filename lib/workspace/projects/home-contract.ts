/** What the home of a project tells each role. */
import { z } from 'zod'

/** A share of a task that waits for its annotator. */
export const homeTaskSchema = z.object({
  taskId: z.uuid(),
  position: z.number().int(),
  title: z.string(),
  stageTitle: z.string(),
  /** When a reservation lapses; null for what a manager assigned. */
  expiresAt: z.iso.datetime().nullable(),
  /** The last thing the annotator did to it; null before the first answer. */
  touchedAt: z.iso.datetime().nullable(),
  /** The remark it was sent back with. */
  comment: z.string().nullable(),
  /** Has newer gold changed what it was made from? */
  stale: z.boolean(),
  /** The last question to the managers about it that was not withdrawn; while it waits, the task is set aside. */
  inquiry: z.object({ question: z.string(), answer: z.string().nullable() }).nullable(),
})
export type HomeTask = z.infer<typeof homeTaskSchema>

/** A task whose annotators settle it among themselves, as one of them sees it. */
export const homeDiscussionSchema = homeTaskSchema
  .pick({ taskId: true, position: true, title: true, stageTitle: true })
  .extend({
    /** Questions on which somebody waits for the reader's word. */
    asked: z.number().int(),
    /** Was a third rater called? */
    called: z.boolean(),
  })
export type HomeDiscussion = z.infer<typeof homeDiscussionSchema>

export const funnelStageSchema = z.object({
  key: z.string(),
  title: z.string(),
  /** Are its answers counted instead of settled? Then `gold` counts what is tallied. */
  votes: z.boolean(),
  counts: z.object({
    preparing: z.number().int(),
    open: z.number().int(),
    consolidating: z.number().int(),
    approving: z.number().int(),
    gold: z.number().int(),
    discarded: z.number().int(),
  }),
})
export type FunnelStage = z.infer<typeof funnelStageSchema>

/** How far a project is on its way from a file to a release; for managers. */
export const homePathSchema = z.object({
  items: z.number().int(),
  /** Active members who may annotate, and invitations to do so that are open. */
  annotators: z.number().int(),
  invited: z.number().int(),
  /** How many people the first stage asks for. */
  raters: z.number().int(),
  /** Did people's labels come with a file? */
  ratedBefore: z.boolean(),
  guidelineVersion: z.number().int(),
  /** Are they word for word the protocol's? */
  guidelinesOfProtocol: z.boolean(),
  /** Of the first stage: tasks of which everybody has submitted, and those of them that two people or more labelled. */
  reached: z.number().int(),
  compared: z.number().int(),
  /** Tasks of all stages that wait for somebody to settle or approve them. */
  toSettle: z.number().int(),
  /** Items of which the last stage is gold, or tallied. */
  gold: z.number().int(),
  /** The number of the latest release. */
  release: z.number().int().nullable(),
  /** Does the last stage count votes? */
  votes: z.boolean(),
})
export type HomePath = z.infer<typeof homePathSchema>

/** What needs the reader now. Parts that are not theirs to know are null. */
export const projectHomeSchema = z.object({
  work: z
    .object({
      /** A manager answered the reader's question about it. */
      answered: z.array(homeTaskSchema),
      setAside: z.array(homeTaskSchema),
      sentBack: z.array(homeTaskSchema),
      drafts: z.array(homeTaskSchema),
      assigned: z.array(homeTaskSchema),
      discuss: z.array(homeDiscussionSchema),
      submittedLastDay: z.number().int(),
      submitted: z.number().int(),
      /** Has anything been imported yet? */
      hasItems: z.boolean(),
    })
    .nullable(),
  review: z.object({ toSettle: z.number().int(), toApprove: z.number().int() }).nullable(),
  management: z
    .object({
      items: z.number().int(),
      unopened: z.number().int(),
      members: z.number().int(),
      imports: z.array(z.object({ id: z.uuid(), fileName: z.string(), state: z.string(), problems: z.number().int() })),
      /** Open tasks that somebody skipped and that have free places. */
      skipped: z.number().int(),
      /** Questions of annotators that the reader may answer. */
      inquiries: z.number().int(),
      path: homePathSchema,
    })
    .nullable(),
  /** Tasks by state, stage by stage; never shown to annotators. */
  funnel: z.array(funnelStageSchema).nullable(),
  /** Tasks that newer gold made stale, for those who settle that: managers and reviewers. */
  stale: z.number().int().nullable(),
})
export type ProjectHome = z.infer<typeof projectHomeSchema>
