/** Every screen, as the person it is made for, with what has to be opened on it first. */
import type { Page } from '@playwright/test'
import { expect, expectAwake } from '@/e2e/fixtures'
import { desk } from './desk'
import { documentAt, documentItem, inDocuments } from './documents'
import { figures } from './figures'
import { papers } from './papers'
import { at, type Screen, screen, type View } from './screen'
import { keys, trust } from './trust'
import {
  archived,
  benchOf,
  deskIn,
  doneImport,
  faultyImport,
  inEmpty,
  inMain,
  invitation,
  itemIn,
  newBench,
  reset,
  runIn,
} from './world'

/** Opens a dialog by its button, and closes it. */
const opening = (button: string | RegExp, role: 'dialog' | 'alertdialog' | 'menu' = 'dialog') => ({
  first: async (page: Page) => {
    await page.getByRole('button', { name: button }).first().click()
    await expect(page.getByRole(role)).toBeVisible()
  },
  close: async (page: Page) => {
    await page.keyboard.press('Escape')
    await expect(page.getByRole(role)).toBeHidden()
  },
})

const view = (name: string, acts: Omit<View, 'name'>): View => ({ name, ...acts })

const DANUBE = {
  prompt: 'Tell me about the Danube.',
  segments: ['The Danube rises in the Black Forest.', 'It is the longest river of Europe.'],
}
const RIGHT_TO_LEFT = {
  prompt: 'ما هو أطول نهر في أفريقيا؟',
  segments: ['أطول نهر في أفريقيا هو نهر النيل.', 'ويصب في البحر الأحمر قرب مدينة السويس.'],
}
const CHINESE = {
  prompt: '黄河流经哪些省份？',
  segments: ['黄河发源于青海省。', '它流经九个省区，最后注入渤海。'],
}

const doors: Screen[] = [
  screen('sign in', null, at('/sign-in')),
  screen('sign in, refused', null, at('/sign-in?error=stranger')),
  screen('an invitation', null, invitation),
  screen('an invitation, signed in', 'vic', invitation),
  screen('a used invitation', null, at('/invitations/no-such-link')),
  screen('a reset link', null, reset),
  screen('a link that stops no e-mails', null, at('/unsubscribe/no-such-link')),
  screen('the HTTP interface', null, at('/docs/api')),
  screen('operations of the HTTP interface', 'mara', at('/docs/api/imports')),
  screen('nothing there', null, at('/nothing/here'), { status: 404 }),
]

const workspace: Screen[] = [
  screen('inbox', 'chioma', at('/inbox')),
  screen('inbox, nothing waits', 'vic', at('/inbox')),
  screen('projects', 'mara', at('/projects'), {
    opens: [
      // A menu belongs to its button and is drawn beside the page's landmarks.
      view('account menu', { ...opening(/^Account of/, 'menu'), except: ['region'] }),
    ],
  }),
  screen('new project', 'mara', at('/projects/new')),
  screen('account', 'mara', at('/account')),
  screen('account, new token', 'ana', at('/account'), { ...opening('New token'), opens: keys }),
  screen('palette', 'mara', inMain('/agreement'), opening('Go to', 'dialog')),
  screen('add evidence, nothing came along', 'ana', at('/add-evidence')),
  screen(
    'add evidence',
    'ana',
    at('/add-evidence#address=https%3A%2F%2Fexample.org%2Fice&title=Minerals&words=Ice%20is%20a%20mineral.'),
  ),
  screen('groups', 'mara', at('/admin/groups')),
  screen('teams', 'mara', at('/teams'), { opens: [view('teams, new', opening('New team'))] }),
  screen('people', 'mara', at('/admin/users'), { opens: [view('people, invite', opening('Invite by link'))] }),
  screen('people, none found', 'mara', at('/admin/users?search=zzzz')),
  screen('nothing there, signed in', 'ana', at('/projects/00000000-0000-7000-8000-000000000000'), { status: 404 }),
  screen('not allowed', 'ana', inMain('/items'), { status: 403 }),
]

/** Writes at the next version, and comes back to it. */
async function beginGuidelines(page: Page) {
  const begin = () => page.getByRole('button', { name: 'Write a new version' }).click()
  await begin()
  await page.getByLabel('Text, in Markdown').fill('# Guidelines\n\nRead the whole text before the first label.')
  await page.getByLabel('What changed, and why').fill('Order of work')
  await page.reload()
  await expectAwake(page)
  await begin()
  await expect(page.getByText(/^This is what you wrote before, from version/)).toBeVisible()
  await expect(page.getByLabel('Text, in Markdown')).toHaveValue(/whole text before/)
}

const management: Screen[] = [
  screen('home of a manager', 'mara', inMain(''), {
    opens: [
      view('palette, items found', {
        first: async (page) => {
          await page.keyboard.press('ControlOrMeta+k')
          await page.getByRole('combobox').fill('light')
          await expect(page.getByRole('group', { name: 'Items' })).toBeVisible()
        },
      }),
    ],
  }),
  screen('home of an annotator', 'ana', inMain('')),
  screen('home of a reviewer', 'rui', inMain('')),
  screen('home of a viewer', 'vic', inMain('')),
  screen('home in the archive', 'mara', archived('mara')),
  screen('items', 'mara', inMain('/items')),
  screen('items, none found', 'mara', inMain('/items?search=zzzz')),
  screen('item in preparation', 'mara', itemIn('preparing'), {
    opens: [
      view('item in preparation, segments', {
        first: (page) => page.getByRole('button', { name: 'Change segments' }).click(),
      }),
    ],
  }),
  screen('open item', 'mara', itemIn('open'), {
    opens: [view('open item, discard', opening('Discard', 'alertdialog'))],
  }),
  screen('settled item, send back', 'rui', itemIn('consolidating'), opening('Send back', 'alertdialog')),
  screen('gold item', 'vic', itemIn('gold')),
  screen('discarded item', 'mara', itemIn('discarded')),
  screen('import', 'mara', inMain('/import')),
  screen('import, done', 'mara', doneImport),
  screen('import, with problems', 'mara', faultyImport),
  screen('assignments', 'mara', inMain('/assignments'), {
    opens: [
      view('assignments, assign', opening(/^Assign tasks/)),
      view('assignments, hand over', {
        first: async (page) => {
          await page
            .getByRole('button', { name: /^Hand over/ })
            .first()
            .click()
          await page.getByText('would move back to the queue').waitFor()
        },
      }),
    ],
  }),
  screen('assignments, by rule', 'mara', inMain('/assignments/by-rule'), {
    first: async (page) => {
      await page.getByRole('button', { name: 'Preview' }).click()
      await page.getByRole('heading', { name: 'Preview' }).waitFor()
    },
  }),
  screen('members', 'mara', inMain('/members'), {
    opens: [
      view('members, add', opening('Add by e-mail')),
      view('members, invite many', {
        first: async (page) => {
          await page.getByRole('button', { name: 'Invite by link' }).click()
          await page.getByRole('radio', { name: 'Many people' }).click()
          await page.getByLabel('Addresses').fill('ana@uni.example, reviewer\nnobody\nben@uni.example')
        },
      }),
    ],
  }),
  screen('members, of a reviewer', 'rui', inMain('/members')),
  screen('guidelines', 'ana', inMain('/guidelines')),
  screen('guidelines, of a manager', 'mara', inMain('/guidelines'), {
    opens: [view('guidelines, begun before', { first: beginGuidelines })],
  }),
  screen('settings', 'mara', inMain('/settings'), {
    opens: [view('settings, delete', opening('Delete', 'alertdialog'))],
  }),
  screen('agreement', 'vic', inMain('/agreement')),
  screen('dataset', 'vic', inMain('/dataset')),
  screen('checks', 'rui', inMain('/checks')),
  screen('export', 'vic', inMain('/export')),
  screen('export, of a manager', 'mara', inMain('/export')),
]

const empty: Screen[] = [
  '',
  '/items',
  '/import',
  '/assignments',
  '/assignments/by-rule',
  '/review',
  '/agreement',
  '/agreement/disagreements',
  '/agreement/disagreements?view=causes',
  '/agreement/methods',
  '/agreement/plan',
  '/progress',
  '/people',
  '/hours',
  '/calibration',
  '/dataset',
  '/checks',
  '/export',
].map((page) => screen(`empty project${page}`, 'mara', inEmpty(page)))

const work: Screen[] = [
  screen('submissions', 'ana', inMain('/submissions')),
  screen('submissions, none', 'ana', inEmpty('/submissions')),
  screen('practice', 'ana', inMain('/practice')),
  screen('practice, an item', 'ana', inMain('/practice/segments/spiders')),
  screen('submissions, overruled', 'ana', inMain('/submissions?only=overruled')),
  screen('workbench, begun', 'ben', benchOf('ben', 'draft')),
  screen('workbench, submitted', 'ana', benchOf('ana', 'submitted')),
  screen('workbench, skip', 'ben', newBench('ben', DANUBE), {
    ...opening('Skip'),
    opens: [
      view('workbench, a question to a manager', opening('Ask a manager')),
      view('workbench, shortcuts', opening('Keyboard shortcuts')),
      view('workbench, guidelines', opening('Guidelines')),
      view('workbench, definitions', {
        first: (page) => page.getByRole('button', { name: 'Definitions' }).click(),
        close: (page) => page.getByRole('button', { name: 'Definitions' }).click(),
      }),
      view('workbench, a false segment', {
        first: async (page) => {
          await page.keyboard.press('f')
          await page.keyboard.press('1')
          await expect(page.getByRole('textbox').and(page.locator(':focus'))).toBeVisible()
        },
      }),
      view('workbench, something missing', {
        first: async (page) => {
          await page.keyboard.press('ControlOrMeta+Enter')
          await expect(page.getByText(/^\d+ things are missing/)).toBeVisible()
        },
      }),
    ],
  }),
  screen('workbench, right to left', 'ben', newBench('ben', RIGHT_TO_LEFT)),
  screen('workbench, Chinese', 'ben', newBench('ben', CHINESE)),
  screen('review', 'rui', inMain('/review')),
  screen('review, of an annotator', 'ana', inMain('/review')),
  screen('settle', 'rui', deskIn('consolidating'), {
    opens: [view('settle, shortcuts', opening('Keyboard shortcuts'))],
  }),
  screen('approve', 'sana', deskIn('approving')),
  screen('gold', 'rui', deskIn('gold')),
]

const documents: Screen[] = [
  screen('home with discussions', 'ana', inDocuments('')),
  screen('decompose, begun', 'chioma', documentAt(7, 'decompose', 'annotate'), {
    opens: [
      view('decompose, a claim', {
        first: async (page) => {
          await page.keyboard.press('k')
          await page.keyboard.press('k')
          await expect(page.getByText(/^Claim \d/).first()).toBeVisible()
        },
      }),
    ],
  }),
  screen('decompose, submitted', 'ana', documentAt(4, 'decompose', 'annotate')),
  screen('verify, begun', 'ana', documentAt(3, 'verify', 'annotate'), {
    opens: [
      view('workbench, search', {
        first: async (page) => {
          await page.keyboard.press('s')
          await expect(page.getByRole('dialog')).toBeVisible()
        },
      }),
    ],
  }),
  screen('verify, submitted', 'ben', documentAt(2, 'verify', 'annotate')),
  screen('merge, submitted', 'ben', documentAt(5, 'merge', 'annotate')),
  screen('discussion of claims', 'ana', documentAt(4, 'decompose', 'consolidate'), {
    opens: [
      view('discussion of a list', {
        first: async (page) => {
          await page.keyboard.press('j')
          await expect(page.getByRole('heading', { name: /: Claims$/ })).toBeVisible()
        },
      }),
    ],
  }),
  screen('discussion of verdicts', 'ana', documentAt(2, 'verify', 'consolidate')),
  screen('discussion, of a third rater', 'rui', documentAt(2, 'verify', 'consolidate')),
  screen('discussion of a merged text', 'ben', documentAt(5, 'merge', 'consolidate')),
  screen('document with gold of all stages', 'mara', documentItem(1)),
  screen('document in Arabic', 'mara', documentItem(6)),
  screen('dataset of documents', 'vic', inDocuments('/dataset')),
  screen('checks of documents', 'mara', inDocuments('/checks')),
  screen('export of documents', 'mara', inDocuments('/export')),
  screen('settings of documents', 'mara', inDocuments('/settings')),
]

const machines: Screen[] = [
  screen('pre-fill', 'mara', inMain('/prefill')),
  screen('pre-fill, of a viewer', 'vic', inMain('/prefill')),
  screen('pre-fill, nothing run', 'mara', inEmpty('/prefill')),
  screen('new run', 'mara', inMain('/prefill/new')),
  screen('new run, of documents', 'mara', inDocuments('/prefill/new')),
  screen('run', 'mara', runIn('main')),
  screen('generate responses', 'mara', inMain('/prefill/generate')),
  screen('settings of pre-fill', 'mara', inMain('/prefill/settings')),
  screen('corpus', 'mara', inMain('/prefill/corpus')),
  screen('machine outputs', 'mara', inMain('/prefill/outputs')),
  screen('what annotators see', 'mara', inMain('/prefill/policies')),
  screen('anchoring', 'vic', inMain('/prefill/anchoring')),
  screen('anchoring, nothing to compare', 'mara', inEmpty('/prefill/anchoring')),
]

export const screens: readonly Screen[] = [
  ...doors,
  ...workspace,
  ...management,
  ...empty,
  ...work,
  ...documents,
  ...figures,
  ...papers,
  ...machines,
  ...trust,
  ...desk,
]
