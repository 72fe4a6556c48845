import { z } from 'zod'
import { endpoint } from '@/lib/platform/api/endpoint'
import { nameText } from '@/lib/platform/api/input'
import { engineSchema } from '@/lib/workspace/users/search-engine/rules'
import { projectHomeSchema } from './home-contract'

export type * from './home-contract'

export const projectRoles = ['manager', 'annotator', 'reviewer', 'viewer'] as const
export const skipPolicies = ['others', 'again', 'manager'] as const
/** As imported; by chance; where models' suggestions differ most first; where models are least sure first. */
export const queueOrders = ['imported', 'random', 'disagreement', 'least_sure'] as const
export type QueueOrder = (typeof queueOrders)[number]
export const thirdRaters = ['always', 'deadlock'] as const
export const consolidationPolicies = ['discussion', 'reviewer', 'majority', 'votes'] as const

/** What the reader may do in a project; buttons and navigation follow it, the server decides again. */
export const projectAbilitiesSchema = z.object({
  /** Change settings, guidelines, members; import; assign. */
  manage: z.boolean(),
  /** The project is read-only for everyone while it is archived; false then, even for managers. */
  change: z.boolean(),
  browseItems: z.boolean(),
  takeTasks: z.boolean(),
  review: z.boolean(),
  seeAgreement: z.boolean(),
  export: z.boolean(),
  seeMembers: z.boolean(),
})
export type ProjectAbilities = z.infer<typeof projectAbilitiesSchema>

/** What the reader may do outside of any project; buttons follow it, the server decides again. */
export const workspaceAbilitiesSchema = z.object({ createProjects: z.boolean() })
export type WorkspaceAbilities = z.infer<typeof workspaceAbilitiesSchema>

export const stageSchema = z.object({
  key: z.string(),
  title: z.string(),
  position: z.number().int(),
  raters: z.number().int(),
  /** Percent of tasks with `raters` annotators; the rest get one. */
  coverage: z.number().int(),
  consolidation: z.enum(consolidationPolicies),
  /** In a discussion: a third rater takes part in every one, or only where the partners cannot agree. */
  thirdRater: z.enum(thirdRaters),
  reservationMinutes: z.number().int(),
  skipPolicy: z.enum(skipPolicies),
  queue: z.boolean(),
  queueOrder: z.enum(queueOrders),
  /** Of a random order. */
  queueSeed: z.number().int(),
  /** When the order first followed what models say; what is finished is a chosen sample since. */
  chosenSince: z.iso.datetime().nullable(),
  /** Percent of tasks that get one annotator more, drawn by the seed and the item's position alone. */
  furtherShare: z.number().int(),
  furtherSeed: z.number().int(),
  /** Must its annotators confirm the guidelines before their first task? */
  guidelinesFirst: z.boolean(),
})
export type ProjectStage = z.infer<typeof stageSchema>

export const projectSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  description: z.string(),
  protocolId: z.string(),
  protocolVersion: z.number().int(),
  protocolTitle: z.string(),
  createdAt: z.iso.datetime(),
  archivedAt: z.iso.datetime().nullable(),
  /** The reader's role; an administrator who is no member acts as manager. */
  role: z.enum(projectRoles),
  abilities: projectAbilitiesSchema,
  /** The key of the protocol's rule by which labels of whole items are counted. */
  rollUpRule: z.string(),
  /** The search engine that it proposes to its members, an address with `%s` in the place of the query; null: none. */
  searchEngine: z.string().nullable(),
  stages: z.array(stageSchema),
  guidelineVersion: z.number().int(),
})
export type ProjectView = z.infer<typeof projectSchema>
/** After a project got its name: `alike` says that it looks like that of another project one can see. */
export const namedProjectSchema = projectSchema.extend({ alike: z.string().optional() })
export type NamedProject = z.infer<typeof namedProjectSchema>

export const projectListEntrySchema = projectSchema
  .pick({
    id: true,
    name: true,
    description: true,
    protocolId: true,
    protocolTitle: true,
    createdAt: true,
    archivedAt: true,
    role: true,
  })
  .extend({
    /** Of the whole project; null for annotators, who see only their own numbers. */
    progress: z.object({ items: z.number().int(), gold: z.number().int(), discarded: z.number().int() }).nullable(),
    /** Does the last stage count votes? Then `gold` counts what is tallied. */
    votes: z.boolean(),
    mine: z.object({ open: z.number().int(), submitted: z.number().int() }),
  })
export type ProjectListEntry = z.infer<typeof projectListEntrySchema>

const name = nameText('Give the project a name.', 200)
const description = z.string().trim().max(5000)
const projectParams = z.object({ projectId: z.uuid() })

/** A project to copy: its settings and guidelines, and its members unless `people` is false. Never its items. */
export const copiedTemplateSchema = z.object({ projectId: z.uuid(), people: z.boolean().default(true) })
export type CopiedTemplate = z.infer<typeof copiedTemplateSchema>

export const createProjectBody = z.object({
  name,
  description: description.default(''),
  protocolId: z.string(),
  template: copiedTemplateSchema.optional(),
})

/** `seen` holds what the editor showed before the change: if it is no longer so, nothing is overwritten (409). */
export const updateProjectBody = z.object({
  name: name.optional(),
  description: description.optional(),
  /** The key of one of the protocol's rules of roll-up. */
  rollUpRule: z.string().max(100).optional(),
  searchEngine: engineSchema.optional(),
  seen: z
    .object({
      name: z.string(),
      description: z.string(),
      rollUpRule: z.string(),
      searchEngine: z.string().nullable(),
    })
    .partial()
    .optional(),
})

const stageSettings = z.object({
  raters: z.number().int().min(1).max(20),
  coverage: z.number().int().min(0).max(100),
  reservationMinutes: z.number().int().min(1).max(10_080),
  skipPolicy: z.enum(skipPolicies),
  queue: z.boolean(),
  queueOrder: z.enum(queueOrders),
  queueSeed: z.int32().min(0),
  furtherShare: z.number().int().min(0).max(100),
  furtherSeed: z.int32().min(0),
  thirdRater: z.enum(thirdRaters),
  guidelinesFirst: z.boolean(),
})
export type StageSettings = z.infer<typeof stageSettings>
export const updateStageBody = stageSettings.partial().extend({ seen: stageSettings.partial().optional() })

/** The typed name, so that nobody deletes the wrong project. */
export const deleteProjectBody = z.object({ name: z.string() })

const common = { tag: 'projects', auth: 'actor' } as const

export const listProjectsEndpoint = endpoint({
  ...common,
  method: 'GET',
  path: '/api/projects',
  summary:
    'List the projects you can see, with your role and the progress you may know, and whether you may create one',
  query: z.object({ archived: z.enum(['without', 'only', 'all']).default('all') }),
  response: z.object({ projects: z.array(projectListEntrySchema), abilities: workspaceAbilitiesSchema }),
})

export const createProjectEndpoint = endpoint({
  ...common,
  method: 'POST',
  path: '/api/projects',
  summary:
    'Create a project under a protocol, or by copying one that you manage, and become its manager; needs a right of the account that administrators give',
  body: createProjectBody,
  response: namedProjectSchema,
})

export const getProjectEndpoint = endpoint({
  ...common,
  method: 'GET',
  path: '/api/projects/{projectId}',
  summary: 'Read a project, its stages, and what you may do in it',
  params: projectParams,
  response: projectSchema,
})

export const updateProjectEndpoint = endpoint({
  ...common,
  method: 'PATCH',
  path: '/api/projects/{projectId}',
  summary: "Change a project's name, description, rule of roll-up or the search engine that it proposes",
  params: projectParams,
  body: updateProjectBody,
  response: namedProjectSchema,
})

export const deleteProjectEndpoint = endpoint({
  ...common,
  method: 'DELETE',
  path: '/api/projects/{projectId}',
  summary: 'Delete a project with everything in it; its name must be given',
  params: projectParams,
  body: deleteProjectBody,
  response: 'empty',
})

export const archiveProjectEndpoint = endpoint({
  ...common,
  method: 'POST',
  path: '/api/projects/{projectId}/archive',
  summary: 'Archive a project: it stays readable, nothing in it can be changed',
  params: projectParams,
  response: projectSchema,
})

export const unarchiveProjectEndpoint = endpoint({
  ...common,
  method: 'DELETE',
  path: '/api/projects/{projectId}/archive',
  summary: 'Take a project out of the archive',
  params: projectParams,
  response: projectSchema,
})

export const updateStageEndpoint = endpoint({
  ...common,
  method: 'PATCH',
  path: '/api/projects/{projectId}/stages/{stageKey}',
  summary:
    'Change how a stage is assigned, and whether its annotators confirm the guidelines before their first task; annotators, coverage and the further share apply to tasks that nobody has started',
  params: projectParams.extend({ stageKey: z.string() }),
  body: updateStageBody,
  response: z.object({ project: projectSchema, tasksChanged: z.number().int() }),
})

export const getProjectHomeEndpoint = endpoint({
  ...common,
  method: 'GET',
  path: '/api/projects/{projectId}/home',
  summary: 'What needs you now in a project, and its progress by stage',
  params: projectParams,
  response: projectHomeSchema,
})
