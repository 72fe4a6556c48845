/** Simulated projects with planted disagreement, for tests, measurements and demonstrations of agreement. */
export { type FactcheckPlan, type SimulatedFactcheck, simulateFactcheckBench } from './simulation/factcheck-bench'
export { type FelmPlan, type Planted, type SimulatedFelm, simulateFelm } from './simulation/felm'
