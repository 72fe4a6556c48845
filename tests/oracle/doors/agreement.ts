import { MIN_UNITS } from '@/lib/quality/agreement/contract'
import { type Door, expectedKeys } from './door'
import { agreementCommand } from './rating-command'
import { hasEnough, keysWhere, smallReports } from './rating-doors'
import { evaluateCommand } from './rating-evaluation'
import { bootstrapFunctions, coefficientFunctions } from './rating-functions'
import { receiptDoor } from './rating-receipts'
import { pairable, ratingInput, ratingsIn, type Unit } from './rating-vectors'

/** Needs the database, for who asks. */
export const agreementRoute: Door = { name: '`POST /api/agreement`', checks: keysWhere(hasEnough) }

const hasSingles = (units: readonly Unit[]) => units.some((unit) => ratingsIn(unit).length === 1)

/** AC1 where units were rated once; of two labels, since FELM has as many. Needs the database. */
export const projectPages: Door = {
  name: 'agreement of a project, and its receipt',
  checks: (vector) => {
    if (vector.metric !== 'gwet_ac1') return []
    const { units, categories } = ratingInput(vector)
    if (categories?.length !== 2 || pairable(units).length < MIN_UNITS || !hasSingles(units)) return []
    return expectedKeys(vector).filter((key) => ['value', 'pa', 'nUnits'].includes(key))
  },
}

/** The doors of vectors about tables of ratings. */
export const agreementDoors: readonly Door[] = [
  agreementRoute,
  agreementCommand,
  receiptDoor,
  projectPages,
  evaluateCommand,
  smallReports,
  coefficientFunctions,
  bootstrapFunctions,
]
