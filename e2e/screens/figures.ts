/** The screens of agreement, progress, people and calibration, and those of anybody's ratings. */
import { readFileSync } from 'node:fs'
import { expect } from '@/e2e/fixtures'
import { inDocuments } from './documents'
import { at, type Screen, screen } from './screen'
import { inMain, inSimulated, simulatedPerson } from './world'

export const figures: Screen[] = [
  screen('agreement of six weeks', 'mara', inSimulated('/agreement')),
  screen('agreement on a measure', 'mara', inSimulated('/agreement/segments/label'), {
    opens: [
      {
        name: 'agreement by week',
        first: async (page) => {
          await page.getByLabel('Told apart').click()
          await page.getByRole('option', { name: /week/i }).click()
          await expect(page.getByRole('table', { name: /week/i })).toBeVisible()
        },
      },
    ],
  }),
  screen('label distributions', 'mara', inSimulated('/agreement/segments/label/distributions')),
  screen('agreement on a measure, of a viewer', 'vic', inSimulated('/agreement/segments/label')),
  screen('agreement of documents', 'mara', inDocuments('/agreement')),
  screen('agreement on stances', 'mara', inDocuments('/agreement/verify/stance')),
  screen('difficult items', 'rui', inSimulated('/agreement/disagreements')),
  screen('causes of disagreement', 'rui', inSimulated('/agreement/disagreements?view=causes')),
  screen('before and after discussion', 'rui', inDocuments('/agreement/disagreements?view=discussion')),
  screen('plan of a project', 'mara', inSimulated('/agreement/plan')),
  screen('methods paragraph', 'mara', inSimulated('/agreement/methods')),
  screen('progress of six weeks', 'mara', inSimulated('/progress')),
  screen('progress of documents, at a rate', 'mara', inDocuments('/progress?rate=40')),
  screen('people of six weeks', 'mara', inSimulated('/people')),
  screen('hours of six weeks', 'mara', inSimulated('/hours')),
  screen('hours, rates', 'mara', inMain('/hours'), { first: (page) => page.getByText('Rates of pay').click() }),
  screen('one’s own hours', 'ana', at('/account/hours')),
  screen('a person', 'mara', simulatedPerson),
  screen('one’s own figures', 'ana', inMain('/people/me')),
  screen('adjudicators', 'mara', inMain('/adjudicators')),
  screen('calibration', 'mara', inMain('/calibration')),
  screen('ratings', 'ana', at('/ratings'), {
    opens: [
      {
        name: 'ratings, refused',
        first: async (page) => {
          await page.getByRole('button', { name: 'Compute agreement' }).click()
          await expect(page.getByText('Paste ratings or drop a file first.')).toBeVisible()
        },
      },
      {
        name: 'ratings, its options',
        first: (page) => page.getByText('Options: most files need none').click(),
        close: (page) => page.getByText('Options: most files need none').click(),
      },
      {
        name: 'ratings, a report',
        first: async (page) => {
          await page.getByLabel('Or paste them').fill(readFileSync('docs/examples/veriscore-preference.csv', 'utf8'))
          await page.getByRole('button', { name: 'Compute agreement' }).click()
          await expect(page.getByText('0.129').first()).toBeVisible()
        },
      },
    ],
  }),
]
