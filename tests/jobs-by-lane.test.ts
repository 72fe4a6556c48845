import { expect, test } from 'vitest'
import { freezeSubmissionJob } from '@/lib/annotation/annotations/jobs'
import { driveRunJob } from '@/lib/automation/prefill/jobs'
import { checkPredictionsJob, makeReportJob } from '@/lib/gold/evaluation/jobs'
import { agreementIntervalsJob } from '@/lib/quality/agreement/jobs'
import { rateTasksJob } from '@/lib/quality/agreement/ledger/jobs'
import { estimatesJob } from '@/lib/quality/distributions/jobs'
import { peopleFiguresJob } from '@/lib/quality/people/jobs'
import { pilotsJob } from '@/lib/quality/planning/jobs'
import { applyImportJob, checkImportJob } from '@/lib/workspace/imports/jobs'

test('what takes minutes in large projects keeps nothing waiting that people wait for', () => {
  const figures = [agreementIntervalsJob, estimatesJob, peopleFiguresJob, pilotsJob, makeReportJob]
  expect(new Set(figures.map(({ lane }) => lane))).toEqual(new Set(['figures']))
  const others = [freezeSubmissionJob, checkImportJob, applyImportJob, checkPredictionsJob, rateTasksJob]
  expect(new Set(others.map(({ lane }) => lane))).toEqual(new Set(['others']))
  expect(driveRunJob.lane).toBe('runs')
})
