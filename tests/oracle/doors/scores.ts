import type { AnsweringDoor } from './door'
import { benchmarkChecks } from './score-benchmarks'
import { classDoors, classesByTask } from './score-classes'
import { comparisonDoor } from './score-comparisons'
import { doorOf } from './score-door'
import { functionDoors } from './score-functions'
import { rollUpDoors } from './score-roll-ups'

/** The doors of all other vectors: scores, texts, boundaries, lists, classification. */
export const scoreDoors: readonly AnsweringDoor[] = [
  doorOf('`assay evaluate`', { classification_report: classesByTask, ...benchmarkChecks }),
  ...classDoors,
  comparisonDoor,
  ...rollUpDoors,
  ...functionDoors,
]
