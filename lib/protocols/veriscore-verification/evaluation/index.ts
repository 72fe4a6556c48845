import type { EvaluationTask } from '@/lib/protocols/evaluation'
import { f1kTask } from './f1k'
import { verifiersTask } from './verifiers'

export const veriscoreVerificationEvaluations: readonly EvaluationTask[] = [verifiersTask, f1kTask]
