/** Agreement of a project: counted from the ledger, which holds frozen, independent answers of revealed tasks only. */
import 'server-only'

// For exports, which give the same ratings of the same people.
export { isSettled, listAnnotators } from './annotators'
export { getAgreement } from './get-agreement'
export { getMeasure, getSlices } from './get-measure'
export { rateAnnotations } from './ledger/rate-annotations'
