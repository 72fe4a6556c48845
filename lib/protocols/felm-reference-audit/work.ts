import { workDefinition } from '@/lib/protocols/built-in-work'
import { compileWork } from '@/lib/protocols/language/compile/compile-work'
import type { Json, ProtocolWork, Stage } from '@/lib/protocols/protocol'
import { contentOf, linkHost } from './content'
import work from './work.json' with { type: 'json' }

export const definition = workDefinition(work)
const compiled = compileWork(definition)
const [stage] = compiled.stages

/** FELM 3.6: an expert says of each reference whether it can be relied on. It is called by its host. */
export const referencesStage: Stage = {
  ...stage,
  units: (content, ...more) => stage.units(content, ...more).map((unit) => ({ ...unit, text: hostOf(content) })),
}

const hostOf = (content: Json) => linkHost(contentOf(content).url)

/** What browsers need of it. */
export const felmReferenceAuditWork: ProtocolWork = { ...compiled, stages: [referencesStage] }
