import { workDefinition } from '@/lib/protocols/built-in-work'
import { compileWork } from '@/lib/protocols/language/compile/compile-work'
import work from './work.json' with { type: 'json' }

export const definition = workDefinition(work)

/** What browsers need of it. */
export const felmResponseAuditWork = compileWork(definition)

/** FELM 3.6: three people say of each response whether it is safe and valid. */
export const [responsesStage] = felmResponseAuditWork.stages
