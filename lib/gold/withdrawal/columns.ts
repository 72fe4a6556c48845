/**
 * What becomes of every column that can hold a text when an item is withdrawn. A test holds this list against the database: a
 * table that comes later fails it until somebody has decided. Pure.
 */

/**
 * `hash`, `json`: in rows of the item, the text becomes its hash; in a value, each text in it does.
 * `empty`: in rows of the item, nothing is left. `+ swept`: in all other rows of its projects as well, where a longer text of
 * the item stands within, that text becomes its hash. `swept`: only that.
 */
export type Decision =
  | 'hash'
  | 'json'
  | 'empty'
  | 'swept'
  | 'hash + swept'
  | 'json + swept'
  | { kept: string }
  | { elsewhere: string }

export interface TableDecision {
  /** Which rows are of the item. `$1`: its id and those of its copies, `$2`: their tasks, `$3`: their projects. */
  rows?: string
  /** Which rows are looked through for its texts; all where it is left out. */
  among?: string
  /** Rows that go as a whole, because they are made again or are of no use without their texts. */
  removed?: string
  /** As `removed`, where a longer text of the item stands in one of these columns. */
  removedWith?: readonly string[]
  columns: Readonly<Record<string, Decision>>
}

const ITEM = 'item_id = any($1)'
const TASK = 'task_id = any($2)'
const PROJECT = 'project_id = any($3)'
const TASK_OF_PROJECT = 'task_id in (select id from tasks where project_id = any($3))'
const RUN_OF_PROJECT = 'run_id in (select id from runs where project_id = any($3))'
const RUN_ITEMS = 'select id from run_items where item_id = any($1) or task_id = any($2)'

const NAME = { kept: 'a name of people, projects, stages or models, by which rows are found' } as const
const KEY = { kept: 'a key of the protocol or of the program' } as const
const CHECKSUM = { kept: 'a checksum or a secret’s hash' } as const
const SETTING = { kept: 'what the lead set for the whole project' } as const
const ADDRESS = { kept: 'an address, not a text' } as const
const ID = { kept: 'the record’s own identifier, by which readers of earlier files find the row' } as const
const PERSON = { kept: 'tells of a person at work, not of items' } as const

/** By table. */
export const TABLES: Readonly<Record<string, TableDecision>> = {
  users: {
    columns: {
      email: PERSON,
      name: PERSON,
      password_hash: CHECKSUM,
      oidc_issuer: PERSON,
      oidc_subject: PERSON,
      search_engine: ADDRESS,
    },
  },
  invitations: { columns: { token_hash: CHECKSUM, email: PERSON, email_domain: PERSON } },
  teams: { columns: { name: NAME } },
  group_mappings: { columns: { group_name: NAME } },
  password_resets: { columns: { token_hash: CHECKSUM } },
  api_tokens: { columns: { name: NAME, prefix: CHECKSUM, token_hash: CHECKSUM } },
  throttles: { columns: { key: PERSON } },
  protocol_versions: {
    columns: { id: KEY, title: NAME, source: SETTING, definition: SETTING, hash: CHECKSUM, files: SETTING },
  },
  projects: {
    among: 'id = any($3)',
    columns: {
      name: NAME,
      description: 'swept',
      protocol_id: KEY,
      roll_up_rule: KEY,
      search_engine: ADDRESS,
      import_mapping: SETTING,
    },
  },
  protocol_moves: { columns: { summary: { kept: 'renamed keys and how many answers' } } },
  // Without them a move to another version is not taken back for the item, which is out.
  moved_rows: {
    removed: TASK,
    columns: { place: KEY, row: { elsewhere: 'removed' }, now: { elsewhere: 'removed' } },
  },
  memberships: { columns: { domains: SETTING, tags: SETTING, languages: SETTING, closed_definitions: KEY } },
  guidelines: { among: PROJECT, columns: { body: 'swept', note: 'swept' } },
  stages: { columns: { key: KEY } },
  imports: {
    rows: 'id in (select import_id from items where id = any($1))',
    among: PROJECT,
    columns: {
      file_name: NAME,
      sha256: CHECKSUM,
      format: KEY,
      options: SETTING,
      file_mapping: 'swept',
      reading: SETTING,
      not_joined: KEY,
      problems: 'swept',
      preview: { elsewhere: 'emptied' },
      error: 'swept',
    },
  },
  import_chunks: { columns: { bytes: { elsewhere: 'unfinished imports are cancelled' } } },
  items: {
    rows: 'id = any($1)',
    columns: {
      external_id: ID,
      title: { elsewhere: 'says that it is withdrawn' },
      content: 'json',
      record: 'hash',
      domain: 'empty',
      source: 'empty',
      own_domain: 'empty',
      own_source: 'empty',
      tags: { elsewhere: 'emptied' },
      shown_domain: { elsewhere: 'generated' },
      shown_source: { elsewhere: 'generated' },
      format: KEY,
      content_hash: CHECKSUM,
      content_key: CHECKSUM,
      discard_reason: { elsewhere: 'Withdrawn' },
      discard_note: { elsewhere: 'the reason' },
    },
  },
  item_edits: { among: PROJECT, columns: { change: 'swept' } },
  // An edit of several items goes on without it: the values are those of the others.
  item_edit_parts: {
    among: PROJECT,
    columns: { before: 'swept', after: 'swept' },
  },
  item_views: { among: PROJECT, columns: { name: NAME, query: 'swept' } },
  item_texts: { columns: { text: { elsewhere: 'a trigger on items' } } },
  item_tags: { columns: { tag: { elsewhere: 'a trigger on items' } } },
  tasks: { rows: 'id = any($2)', columns: { batch: NAME, stale_changes: 'json' } },
  units: { rows: TASK, columns: { key: KEY, kind: KEY, text: 'hash', parent_key: KEY, data: 'json' } },
  assignments: { rows: TASK, among: TASK_OF_PROJECT, columns: { skip_reason: 'hash + swept' } },
  inquiries: {
    rows: 'assignment_id in (select id from assignments where task_id = any($2))',
    among:
      'assignment_id in (select s.id from assignments s join tasks t on t.id = s.task_id where t.project_id = any($3))',
    columns: { question: 'hash + swept', answer: 'hash + swept' },
  },
  annotations: { columns: { shown: { kept: 'keys of units' } } },
  labels: { rows: TASK, columns: { question: KEY, value: 'json' } },
  suggestions: {
    rows: TASK,
    columns: { question: KEY, value: 'json', source: NAME, model: NAME, prompt_hash: CHECKSUM, rationale: 'hash' },
  },
  suggestion_policies: { columns: { stage_key: KEY, unit_kind: KEY, question: KEY, shares: SETTING } },
  arm_draws: { columns: { unit_kind: KEY, question: KEY } },
  work_times: { columns: { stage: KEY } },
  hour_rates: { columns: { currency: SETTING, people: PERSON } },
  disagreements: { rows: TASK, columns: { question: KEY, proposal: 'json' } },
  resolutions: {
    rows: TASK,
    among: TASK_OF_PROJECT,
    columns: { question: KEY, value: 'json', reason: 'hash + swept' },
  },
  acceptances: { rows: TASK, columns: { question: KEY, value: 'json' } },
  // Worked out again when its annotator asks for it.
  outcomes: {
    removed: 'annotation_id in (select id from annotations where task_id = any($2))',
    columns: { overruled: { elsewhere: 'removed' } },
  },
  golds: { rows: TASK, columns: { answers: 'json', roll_up: 'json', votes: 'json' } },
  roll_up_overrides: { rows: ITEM, columns: { value: 'json', reason: 'hash' } },
  comments: { rows: TASK, among: TASK_OF_PROJECT, columns: { body: 'hash + swept' } },
  prefill_settings: { columns: { search: SETTING, prices: SETTING } },
  runs: {
    among: PROJECT,
    columns: {
      stage_key: KEY,
      name: NAME,
      state_reason: KEY,
      state_detail: 'swept',
      first_failure: 'swept',
      plan: 'swept',
    },
  },
  run_items: {
    rows: '(item_id = any($1) or task_id = any($2))',
    among: RUN_OF_PROJECT,
    columns: {
      subject: 'json + swept',
      worker: NAME,
      step: KEY,
      error_code: KEY,
      error: 'hash + swept',
      notes: 'json + swept',
      proposals: 'json + swept',
    },
  },
  prompt_texts: {
    columns: { hash: CHECKSUM, name: NAME, text: { kept: 'a template, without what an item fills in' } },
  },
  // As after their days of keeping (decision 093): what is asked again is paid again.
  provider_calls: {
    removed: `run_item_id in (${RUN_ITEMS})`,
    among: PROJECT,
    removedWith: ['request', 'response'],
    columns: {
      key: CHECKSUM,
      kind: KEY,
      provider: NAME,
      model: NAME,
      request: { elsewhere: 'removed' },
      response: { elsewhere: 'removed' },
    },
  },
  provider_keys: { columns: { provider: NAME, sealed: CHECKSUM, secret_id: CHECKSUM } },
  provider_gates: { columns: { key: NAME } },
  found_evidence: { rows: ITEM, columns: { entry: 'json' } },
  page_snapshots: {
    columns: {
      reader: PERSON,
      url: ADDRESS,
      final_url: ADDRESS,
      content_type: KEY,
      title: 'swept',
      text: 'swept',
      sha256: CHECKSUM,
    },
  },
  search_records: {
    rows: `(task_id = any($2) or run_item_id in (${RUN_ITEMS}))`,
    among: PROJECT,
    columns: { unit_key: KEY, provider: NAME, query: 'hash + swept', results: 'json + swept' },
  },
  corpus_documents: { among: PROJECT, columns: { title: 'swept', url: ADDRESS, text: 'swept', sha256: CHECKSUM } },
  corpus_passages: { among: PROJECT, columns: { text: 'swept', words: { elsewhere: 'taken out with the text' } } },
  rated_units: { columns: { measure: KEY, unit_key: KEY } },
  rated_responses: { columns: { measure: KEY, patterns: { kept: 'numbers of raters and of categories' } } },
  rated_patterns: { columns: { measure: KEY, pattern: { kept: 'numbers of raters and of categories' } } },
  further_ratings: { columns: { measure: KEY, unit_key: KEY, rater: NAME } },
  compared_units: { columns: { comparison: KEY, unit_key: KEY } },
  // Made again when somebody asks.
  kept_figures: { removed: PROJECT, columns: { key: KEY, version: KEY, body: { elsewhere: 'removed' } } },
  calibrations: { columns: { gate_bars: SETTING } },
  second_adjudications: {
    rows: '(original_id = any($2) or copy_id = any($2))',
    columns: { answers: 'json' },
  },
  calibration_waivers: { among: PROJECT, columns: { reason: 'swept' } },
  practice_settings: { columns: { bars: SETTING } },
  practice_items: { rows: TASK, columns: { reasons: 'json' } },
  practice_attempts: {
    rows: 'item_key in (select id::text from practice_items where task_id = any($2))',
    among: PROJECT,
    columns: {
      stage: KEY,
      item_key: KEY,
      answers: 'json + swept',
      cells: { kept: 'numbers by category' },
      item_hash: CHECKSUM,
    },
  },
  voter_numbers: { columns: { name: NAME } },
  practice_waivers: { among: PROJECT, columns: { reason: 'swept' } },
  audits: { columns: { kind: KEY } },
  evaluations: {
    among: PROJECT,
    columns: {
      task: KEY,
      name: NAME,
      sha256: CHECKSUM,
      systems: 'swept',
      log: 'swept',
      problems: 'swept',
      missed: 'swept',
      error: 'swept',
    },
  },
  evaluation_chunks: { columns: { bytes: { elsewhere: 'lines with a text of the item are taken out' } } },
  // Made again when somebody asks; the list of what a system got wrong goes with its report.
  evaluation_reports: {
    removed: PROJECT,
    columns: {
      task: KEY,
      asked: CHECKSUM,
      version: KEY,
      body: { elsewhere: 'removed' },
      error: { elsewhere: 'removed' },
    },
  },
  evaluation_errors: {
    columns: {
      scoring: KEY,
      system: NAME,
      external_id: ID,
      unit: { elsewhere: 'removed' },
      gold: { elsewhere: 'removed' },
      value: { elsewhere: 'removed' },
    },
  },
  // What is scored is the gold of items that are there.
  held_out_items: { removed: ITEM, columns: { label: { elsewhere: 'removed' } } },
  held_out_submissions: { columns: { system: NAME, sha256: CHECKSUM } },
  release_cards: { among: PROJECT, columns: { text: 'swept' } },
  releases: {
    among: PROJECT,
    columns: {
      notes: 'swept',
      card: 'swept',
      splits: SETTING,
      manifest: 'swept',
      digest: CHECKSUM,
      changes: 'swept',
      fingerprint: CHECKSUM,
      error: 'swept',
      link_hash: CHECKSUM,
    },
  },
  release_files: { columns: { path: NAME, sha256: CHECKSUM } },
  release_chunks: { columns: { path: NAME, bytes: { elsewhere: 'files of releases are made again' } } },
  release_pushes: {
    among: 'release_id in (select id from releases where project_id = any($3))',
    columns: {
      place: ADDRESS,
      sealed: CHECKSUM,
      secret_id: CHECKSUM,
      upload: KEY,
      error: 'swept',
      revision: CHECKSUM,
    },
  },
  withdrawals: {
    columns: { reason: { kept: 'what is told in its place' }, erratum: { kept: 'what is told in its place' } },
  },
  mail_choices: { columns: { told: { kept: 'which tasks, by their ids' }, problem: ADDRESS } },
  mails: {
    columns: { content: { kept: 'names of projects and counts' }, told: { kept: 'which tasks, by their ids' } },
  },
  mail_servers: { columns: { address: ADDRESS, problem: ADDRESS } },
  events: {
    rows: `(item_id = any($1) or task_id = any($2)
      or annotation_id in (select id from annotations where task_id = any($2)))`,
    among: PROJECT,
    columns: { type: KEY, data: 'json + swept' },
  },
}
