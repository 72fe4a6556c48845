import type { SecondOpinion } from '@/lib/rater-matrix/contract'
import type { CodedMatrix } from '@/lib/rater-matrix/reading/coded-matrix'

export function secondOpinionOf(_matrix: CodedMatrix, _columns: readonly number[]): SecondOpinion | null {
  return null
}
