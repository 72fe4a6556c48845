import type { EvaluationTask } from './evaluation'
import type { PracticeRecord } from './practice-tasks'
import type { Pipeline } from './prefill'
import type { Json, Protocol, ProtocolWork } from './protocol'

/**
 * All there is of a protocol but its forms: what its folder's `manifest.ts` exports, and what the registry lists. The definition is there at once, because
 * nearly everything asks for it; the other parts are loaded by those who ask for them, so that prompts and scoring are nobody else's.
 */
export interface Manifest {
  /** Where it stands in lists of protocols, from 1; of one number, by id. */
  order: number
  /** What its forms (components/protocols/<id>) work with in browsers: the definition's own id, stages and texts. */
  work: ProtocolWork
  definition: Protocol
  /** What machines can do for it (`pipelineOf` of steps.ts); null, or left out, where they can do nothing. */
  pipeline?: () => Promise<Pipeline | null>
  /** What its gold scores (`evaluationTasks` of evaluations.ts); left out where it scores nothing. */
  scoring?: () => Promise<readonly EvaluationTask[]>
  /** Records of its formats for tests: the first one has parts to annotate. */
  samples: () => Promise<readonly Json[]>
  /** What its annotators practise with before their first task. */
  practice: () => Promise<readonly PracticeRecord[]>
}
