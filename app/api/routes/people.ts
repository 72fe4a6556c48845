import { handle, type Route } from '@/lib/platform/server/handle'
import { getAdjudicatorReceiptEndpoint, listAdjudicatorsEndpoint } from '@/lib/quality/adjudicators/contract'
import { listAdjudicators } from '@/lib/quality/adjudicators/queries'
import { getAdjudicatorReceipt } from '@/lib/quality/adjudicators/receipt/get-receipt'
import {
  downloadHoursEndpoint,
  getHoursEndpoint,
  getOwnHoursEndpoint,
  setRatesEndpoint,
} from '@/lib/quality/hours/contract'
import { downloadHours } from '@/lib/quality/hours/download-hours'
import { getHours, getOwnHours } from '@/lib/quality/hours/queries'
import { setRates } from '@/lib/quality/hours/set-rates'
import { getOwnFiguresEndpoint, listPeopleEndpoint } from '@/lib/quality/people/contract'
import { getOwnCourseEndpoint } from '@/lib/quality/people/own-course/contract'
import { getOwnCourse } from '@/lib/quality/people/own-course/queries'
import { getOwnFigures, listPeople } from '@/lib/quality/people/queries'
import { getSecondsEndpoint, updateSecondsEndpoint } from '@/lib/quality/second-adjudication/contract'
import { getSeconds } from '@/lib/quality/second-adjudication/queries'
import { updateSeconds } from '@/lib/quality/second-adjudication/update-seconds'

export const routes: readonly Route[] = [
  handle(getOwnHoursEndpoint, ({ actor }) => getOwnHours(actor)),
  handle(listAdjudicatorsEndpoint, ({ actor, params }) => listAdjudicators(actor, params.projectId)),
  handle(getAdjudicatorReceiptEndpoint, ({ actor, params, query }) =>
    getAdjudicatorReceipt(actor, params.projectId, query.form),
  ),
  handle(getHoursEndpoint, ({ actor, params }) => getHours(actor, params.projectId)),
  handle(downloadHoursEndpoint, ({ actor, params }) => downloadHours(actor, params.projectId)),
  handle(setRatesEndpoint, ({ actor, params, body }) => setRates(actor, params.projectId, body)),
  handle(listPeopleEndpoint, ({ actor, params }) => listPeople(actor, params.projectId)),
  handle(getOwnFiguresEndpoint, ({ actor, params }) => getOwnFigures(actor, params.projectId)),
  handle(getOwnCourseEndpoint, ({ actor, params }) => getOwnCourse(actor, params.projectId, { compares: true })),
  handle(getSecondsEndpoint, ({ actor, params }) => getSeconds(actor, params.projectId)),
  handle(updateSecondsEndpoint, ({ actor, params, body }) => updateSeconds(actor, params.projectId, body)),
]
