/** What every event is called and whom it may be told. Those that an item's history tells of have their words there. */
import type { EventMap, EventType } from '@/lib/platform/events/events'
import type { Json } from '@/lib/protocols/protocol'
import { counted } from '@/lib/text/counted'
import { changeText } from '@/lib/workspace/items/edits/rules'
import { describeEvent } from '@/lib/workspace/items/history/rules'
import type { AuditKind } from './contract'

type Names = ReadonlyMap<string, string>
interface Words<T extends EventType> {
  kind: AuditKind
  text: (data: EventMap[T], names: Names) => string
}

const who = (userId: string | null | undefined, names: Names) => (userId && names.get(userId)) || 'somebody'
const fixedWords = <T extends EventType>(kind: AuditKind, text: string): Words<T> => ({ kind, text: () => text })
/** In the words of the item's history. */
const historyWords = <T extends EventType>(kind: AuditKind, type: T): Words<T> => ({
  kind,
  text: (data, names) => describeEvent(type, data as Record<string, Json>, names).text,
})
/** Names the field of an event, which is not before the reader of a log. */
const fieldOf = ({ unit, question }: { unit: string; question: string }) => `“${question}” on ${unit}`
/** A setting's name as words: "reservation minutes" for `reservationMinutes`. */
const spaced = (name: string) => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
const changed = (what: string, changes: object) =>
  `${what} changed: ${Object.keys(changes).map(spaced).join(', ') || 'nothing'}`
/** What a move to another version of a protocol did to answers; nothing where it left all as they are. */
function movedWords({
  renamed = 0,
  dropped = 0,
  asked = 0,
}: {
  renamed?: number
  dropped?: number
  asked?: number
}): string {
  const parts = [
    ...(renamed > 0 ? [`${renamed} renamed`] : []),
    ...(dropped > 0 ? [`${dropped} no longer counted`] : []),
    ...(asked > 0 ? [`${items(asked)} asked again`] : []),
  ]
  return parts.length === 0 ? '' : `: ${parts.join(', ')}`
}
const noneOr = (value: Json): string => {
  const text = Array.isArray(value) ? value.join(', ') : String(value ?? '')
  return text === '' ? 'none' : text
}
const items = (count: number) => `${count} ${count === 1 ? 'item' : 'items'}`
const endedWith = ({ tokensEnded = 0 }: { tokensEnded?: number }) =>
  tokensEnded === 0
    ? 'all sessions ended'
    : `all sessions and ${tokensEnded} personal ${tokensEnded === 1 ? 'token' : 'tokens'} ended`
const release = (does: string) => (data: { number: number }) => `Release ${data.number} ${does}`

export const EVENT_WORDS: { readonly [T in EventType]: Words<T> } = {
  'session.started': {
    kind: 'sign-in',
    text: ({ how }) => `Signed in ${how === 'password' ? 'with a password' : 'through the identity provider'}`,
  },
  'session.ended': fixedWords('sign-in', 'Signed out'),
  'sign_in.failed': { kind: 'sign-in', text: ({ userId }, names) => `Wrong password for ${who(userId, names)}` },
  'sign_in.locked': {
    kind: 'sign-in',
    text: ({ by, userId }, names) =>
      by === 'address'
        ? 'An address was locked out'
        : `Too many wrong passwords for ${who(userId, names)}: attempts have to wait`,
  },
  'user.created': { kind: 'accounts', text: ({ userId, by }, names) => `Account of ${who(userId, names)}, by ${by}` },
  'user.password_changed': { kind: 'accounts', text: (data) => `Password changed; ${endedWith(data)}` },
  'user.identity_linked': fixedWords(
    'accounts',
    'Account linked to the identity provider; its password, sessions and tokens ended',
  ),
  'user.identity_claimed': {
    kind: 'accounts',
    text: ({ issuer }) => `Single sign-on of this account now belongs to the provider ${issuer}`,
  },
  'user.project_creation_changed': {
    kind: 'accounts',
    text: ({ userId, to }, names) => `${who(userId, names)} ${to ? 'may now' : 'may no longer'} create projects`,
  },
  'user.admin_changed': {
    kind: 'accounts',
    text: ({ userId, to }, names) =>
      `${who(userId, names)} is ${to ? 'an' : 'no longer an'} administrator; all their sessions ended`,
  },
  'user.deactivated': {
    kind: 'accounts',
    text: ({ userId }, names) => `${who(userId, names)} deactivated; all their sessions ended`,
  },
  'user.reactivated': { kind: 'accounts', text: ({ userId }, names) => `${who(userId, names)} reactivated` },
  'user.removed': { kind: 'accounts', text: ({ alias }) => `Somebody removed, now “${alias}”` },
  'password_reset.created': { kind: 'links', text: ({ userId }, names) => `Reset link for ${who(userId, names)}` },
  'password_reset.used': { kind: 'links', text: (data) => `New password by a reset link; ${endedWith(data)}` },
  'token.created': { kind: 'links', text: ({ name }) => `Personal token “${name}” made` },
  'token.revoked': fixedWords('links', 'Personal token revoked'),
  'invitation.created': {
    kind: 'links',
    text: ({ role, isAdmin, canCreateProjects, places = 1 }) =>
      `Invitation made${places > 1 ? ` for up to ${places} people` : ''}${isAdmin ? ', as administrator' : role ? `, as ${role}` : ''}${canCreateProjects ? ', with the right to create projects' : ''}`,
  },
  'invitation.accepted': { kind: 'links', text: ({ userId }, names) => `Invitation accepted by ${who(userId, names)}` },
  'invitation.many_created': {
    kind: 'links',
    text: ({ invitationIds: { length } }) =>
      length === 1 ? '1 invitation made' : `${length} invitations made at once`,
  },
  'invitation.renewed': fixedWords('links', 'Invitation renewed with another link'),
  'invitation.revoked': fixedWords('links', 'Invitation revoked'),
  'protocol.published': {
    kind: 'project',
    text: ({ id, version }) => `Protocol file “${id}”, version ${version}, published`,
  },
  'protocol.removed': {
    kind: 'project',
    text: ({ id, version }) => `Protocol file “${id}”, version ${version}, taken out of the list`,
  },
  'project.created': { kind: 'project', text: ({ name }) => `Project “${name}” created` },
  'project.updated': { kind: 'project', text: (changes) => changed('Project', changes) },
  'project.protocol_changed': {
    kind: 'project',
    text: ({ from, to, undone = false, ...touched }) =>
      `${undone ? 'Move taken back' : 'Moved'} from protocol “${from}” to “${to}”${movedWords(touched)}`,
  },
  'project.archived': fixedWords('project', 'Project archived'),
  'project.unarchived': fixedWords('project', 'Project taken out of the archive'),
  'project.deleted': { kind: 'project', text: ({ name }) => `Project “${name}” deleted with all it held` },
  'stage.updated': { kind: 'project', text: ({ stage, changes }) => changed(`Stage ${stage}`, changes) },
  'policy.updated': { kind: 'project', text: (data) => `What is shown of suggestions to ${data.question} changed` },
  'guideline.published': { kind: 'project', text: ({ version }) => `Guidelines, version ${version}` },
  'guideline.confirmed': { kind: 'project', text: ({ version }) => `Has read guidelines, version ${version}` },
  'group_mapping.created': {
    kind: 'accounts',
    text: ({ group, role, administrator }) =>
      `Group “${group}” of the identity provider gives ${administrator ? 'administration' : role ? `the role ${role}` : 'a place in a team'}`,
  },
  'group_mapping.deleted': {
    kind: 'accounts',
    text: ({ group }) => `Group “${group}” of the identity provider gives something no longer`,
  },
  'user.groups_applied': {
    kind: 'accounts',
    text: ({ userId, given, taken }, names) =>
      `By their groups ${who(userId, names)} got ${counted(given.length, 'right')} and lost ${taken.length}`,
  },
  'team.created': {
    kind: 'members',
    text: ({ name, userIds }) => `Team “${name}” made, of ${counted(userIds.length, 'person', 'people')}`,
  },
  'team.updated': {
    kind: 'members',
    text: ({ name, changes, added, removed }, names) =>
      `Team “${name}”: ${[
        ...Object.keys(changes).map((what) => `${what} changed`),
        ...added.map((id) => `${who(id, names)} came`),
        ...removed.map((id) => `${who(id, names)} left`),
      ].join(', ')}`,
  },
  'team.deleted': { kind: 'members', text: ({ name }) => `Team “${name}” deleted` },
  'team.joined': {
    kind: 'members',
    text: ({ name, role, userIds }) =>
      `Team “${name}” added as ${role}: ${counted(userIds.length, 'new member', 'new members')}`,
  },
  'team.changes_taken': {
    kind: 'members',
    text: ({ name, joined, left }) =>
      `Changes of team “${name}” taken over: ${joined.length} joined, ${left.length} left`,
  },
  'team.left': { kind: 'members', text: ({ name }) => `Team “${name}” no longer works on the project` },
  'member.added': { kind: 'members', text: ({ userId, role }, names) => `${who(userId, names)} added as ${role}` },
  'member.updated': {
    kind: 'members',
    text: ({ userId, changes }, names) =>
      `${who(userId, names)}: ${Object.entries(changes)
        .map(([what, { from, to }]) => `${what} from ${noneOr(from)} to ${noneOr(to)}`)
        .join(', ')}`,
  },
  'member.removed': { kind: 'members', text: ({ userId }, names) => `${who(userId, names)} left the project` },
  'calibration.updated': { kind: 'calibration', text: (changes) => changed('Calibration', changes) },
  'seconds.updated': { kind: 'calibration', text: (changes) => changed('Second adjudication', changes) },
  'calibration.items_chosen': { kind: 'calibration', text: ({ tasks }) => `${tasks} tasks chosen for calibration` },
  'calibration.item_removed': fixedWords('calibration', 'A task taken out of calibration'),
  'calibration.waived': {
    kind: 'calibration',
    text: ({ userId }, names) => `Calibration waived for ${who(userId, names)}`,
  },
  'calibration.waiver_withdrawn': {
    kind: 'calibration',
    text: ({ userId }, names) => `Waiver of calibration for ${who(userId, names)} withdrawn`,
  },
  'calibration.judged': {
    kind: 'calibration',
    text: ({ userId, passed }, names) => `${who(userId, names)} ${passed ? 'passed' : 'did not pass'} calibration`,
  },
  'practice.updated': { kind: 'calibration', text: (changes) => changed('Practice', changes) },
  'practice.item_added': fixedWords('calibration', 'An item added to practice'),
  'practice.item_removed': fixedWords('calibration', 'An item taken out of practice'),
  'practice.waived': {
    kind: 'calibration',
    text: ({ userId }, names) => `Practice waived for ${who(userId, names)}`,
  },
  'practice.waiver_withdrawn': {
    kind: 'calibration',
    text: ({ userId }, names) => `Waiver of practice for ${who(userId, names)} withdrawn`,
  },
  'practice.attempted': {
    kind: 'calibration',
    text: ({ asExpected, judged }) => `An item answered in practice: ${asExpected} of ${judged} answers as expected`,
  },
  'task.copied': {
    kind: 'calibration',
    text: ({ purpose }) => (purpose === 'second' ? 'Copied for a second adjudication' : 'Copied as a calibration task'),
  },
  'import.uploaded': { kind: 'imports', text: ({ fileName }) => `“${fileName}” uploaded` },
  'import.applied': {
    kind: 'imports',
    text: ({ fileName, items: count, duplicates, joined, userId }, names) =>
      `“${fileName}” imported: ${items(count)}, ${duplicates} known${joined && userId ? `; labels of ${items(joined)} added as work of ${who(userId, names)}` : ''}`,
  },
  'import.cancelled': fixedWords('imports', 'Import cancelled'),
  'run.imported': { kind: 'imports', text: ({ fileName }) => `Suggestions of “${fileName}” imported` },
  'gold.imported': historyWords('imports', 'gold.imported'),
  'items.triaged': {
    kind: 'tasks',
    text: ({ kept, setAside }) => `Triage: ${items(kept)} kept, ${setAside} set aside`,
  },
  'items.sampled': {
    kind: 'tasks',
    text: ({ kept, setAside }) => `Sample: ${items(kept)} kept, ${setAside} set aside`,
  },
  'items.sample_restored': { kind: 'tasks', text: ({ items: count }) => `${items(count)} of a sample restored` },
  'audit.created': { kind: 'tasks', text: ({ size, eligible }) => `Audit made of ${size} of ${items(eligible)}` },
  'task.opened': historyWords('tasks', 'task.opened'),
  'task.created': historyWords('tasks', 'task.created'),
  'task.units_replaced': historyWords('tasks', 'task.units_replaced'),
  'task.went_stale': historyWords('tasks', 'task.went_stale'),
  'task.stale_settled': historyWords('tasks', 'task.stale_settled'),
  'task.taken_over': historyWords('tasks', 'task.taken_over'),
  'item.facts_changed': historyWords('tasks', 'item.facts_changed'),
  'items.edited': {
    kind: 'tasks',
    text: ({ change, changed: count }) => `${items(count)} changed together: ${changeText(change)}`,
  },
  'items.edit_undone': {
    kind: 'tasks',
    text: ({ changed: count, stay }) =>
      `A change of many items undone: ${items(count)} as before${stay > 0 ? `, ${stay} changed since and left` : ''}`,
  },
  'items.downloaded': {
    kind: 'results',
    text: ({ format, items: count }) => `List of ${items(count)} downloaded as ${format}`,
  },
  'item_view.saved': {
    kind: 'project',
    text: ({ name, shared }) => `View of items “${name}” saved${shared ? ', shared' : ''}`,
  },
  'item_view.deleted': { kind: 'project', text: ({ name }) => `View of items “${name}” deleted` },
  'task.resegmented': historyWords('tasks', 'task.resegmented'),
  'task.reopened': historyWords('tasks', 'task.reopened'),
  'task.reopening_taken_back': historyWords('tasks', 'task.reopening_taken_back'),
  'item.withdrawn': { kind: 'tasks', text: ({ reason }) => `Withdrawn: ${reason}` },
  'task.discarded': historyWords('tasks', 'task.discarded'),
  'task.restored': historyWords('tasks', 'task.restored'),
  'task.batched': historyWords('tasks', 'task.batched'),
  'assignment.reserved': historyWords('work', 'assignment.reserved'),
  'assignment.assigned': historyWords('work', 'assignment.assigned'),
  'assignment.given_by_rule': {
    kind: 'work',
    text: (data) =>
      `${items(data.items)} given by rule to ${counted(Object.keys(data.people).length, 'person', 'people')}`,
  },
  'assignment.handed_over': {
    kind: 'work',
    text: ({ userId, moved, people }, names) => {
      const to = Object.keys(people).map((id) => who(id, names))
      return `${counted(moved, 'share')} of ${who(userId, names)} handed over ${to.length === 0 ? 'to the queue' : `to ${to.join(', ')}`}`
    },
  },
  'assignment.skipped': historyWords('work', 'assignment.skipped'),
  'assignment.released': historyWords('work', 'assignment.released'),
  'assignment.set_aside': historyWords('work', 'assignment.set_aside'),
  'assignment.question_answered': historyWords('work', 'assignment.question_answered'),
  'assignment.question_withdrawn': historyWords('work', 'assignment.question_withdrawn'),
  'annotation.started': historyWords('work', 'annotation.started'),
  'annotation.submitted': historyWords('work', 'annotation.submitted'),
  'answer.saved': { kind: 'answers', text: (data) => `Answered ${fieldOf(data)}` },
  'answers.read': {
    kind: 'consolidation',
    text: ({ where, tasks }) =>
      typeof tasks === 'number'
        ? `Read figures that lead to the answers of ${tasks} ${tasks === 1 ? 'task' : 'tasks'}`
        : `Read the answers: ${where}`,
  },
  'task.revealed': historyWords('consolidation', 'task.revealed'),
  'task.adjudicated': historyWords('consolidation', 'task.adjudicated'),
  'task.approved': historyWords('consolidation', 'task.approved'),
  'task.approval_refused': historyWords('consolidation', 'task.approval_refused'),
  'disagreement.cause_set': { kind: 'consolidation', text: (data) => `Named a cause: ${fieldOf(data)}` },
  'disagreement.proposed': { kind: 'consolidation', text: (data) => `Proposed a value: ${fieldOf(data)}` },
  'discussion.accepted': { kind: 'consolidation', text: (data) => `Accepted a value: ${fieldOf(data)}` },
  'discussion.objected': { kind: 'consolidation', text: (data) => `Objected to a value: ${fieldOf(data)}` },
  'discussion.taken_back': { kind: 'consolidation', text: (data) => `Took back their word: ${fieldOf(data)}` },
  'discussion.third_rater_called': fixedWords('consolidation', 'Called a third rater'),
  'resolution.saved': { kind: 'consolidation', text: (data) => `Settled ${fieldOf(data)}` },
  'resolution.withdrawn': { kind: 'consolidation', text: (data) => `Took back how it was settled: ${fieldOf(data)}` },
  'label.overridden': historyWords('consolidation', 'label.overridden'),
  'comment.added': fixedWords('consolidation', 'Commented'),
  'run.started': { kind: 'machines', text: ({ name, items: count }) => `Run “${name}” over ${items(count)}` },
  'run.paused': {
    kind: 'machines',
    text: ({ name, items: count, reason }) =>
      `Run “${name}” paused by itself: its first ${items(count)} failed for the same reason: ${reason}`,
  },
  'run.acted': { kind: 'machines', text: ({ act, items: count }) => `Run: ${act}, ${items(count)}` },
  'prefill.updated': { kind: 'machines', text: (changes) => changed('Pre-fill', changes) },
  'corpus.added': { kind: 'evidence', text: ({ fileName, documents }) => `“${fileName}”: ${documents} documents` },
  'corpus.removed': { kind: 'evidence', text: ({ documents }) => `${documents} documents removed` },
  'corpus.items_made': { kind: 'evidence', text: ({ items: count }) => `${items(count)} made of documents` },
  'search.made': { kind: 'evidence', text: ({ provider, hits }) => `Searched with ${provider}: ${hits} found` },
  'search.opened': fixedWords('evidence', 'Opened a page that was found'),
  'search.quoted': fixedWords('evidence', 'Quoted a page that was found'),
  'user.data_downloaded': fixedWords('accounts', 'Downloaded what is stored about themselves'),
  'retention.removed': {
    kind: 'accounts',
    text: ({ what, count, days }) => `Removed after ${days} ${days === 1 ? 'day' : 'days'}: ${count} ${what}`,
  },
  'provider_key.set': { kind: 'accounts', text: ({ provider }) => `Key of ${provider} entered` },
  'provider_key.removed': { kind: 'accounts', text: ({ provider }) => `Key of ${provider} removed` },
  'provider_key.tested': {
    kind: 'accounts',
    text: ({ provider, works }) => `Key of ${provider} tested: it ${works ? 'works' : 'does not work'}`,
  },
  'hours.rates_changed': {
    kind: 'project',
    text: ({ currency, rate, people }) => {
      const isSame = rate.from === rate.to && currency.from === currency.to
      const amount = typeof rate.to === 'number' ? `${(rate.to / 100).toFixed(2)} ${currency.to}` : 'none'
      const parts = [
        ...(isSame ? [] : [`for everybody ${amount}`]),
        ...(people.length === 0 ? [] : [`of ${people.length} ${people.length === 1 ? 'person' : 'people'} another`]),
      ]
      return `Hourly rates changed: ${parts.join(', ') || 'nothing'}`
    },
  },
  'export.downloaded': { kind: 'results', text: ({ format }) => `Downloaded: ${format}` },
  'audit_log.downloaded': { kind: 'results', text: ({ format }) => `Downloaded this log: ${format}` },
  'release.card_saved': { kind: 'results', text: ({ revision }) => `Dataset card saved, revision ${revision}` },
  'release.started': { kind: 'results', text: release('begun') },
  'release.retried': { kind: 'results', text: release('begun again') },
  'release.built': { kind: 'results', text: release('built') },
  'release.withdrawn': {
    kind: 'results',
    text: ({ number, reason }) => `Release ${number} withdrawn: ${reason}`,
  },
  'release.removed': { kind: 'results', text: release('removed, unfinished') },
  'release.link_made': { kind: 'results', text: release('has a public link') },
  'release.link_revoked': { kind: 'results', text: release('has no public link any more') },
  'release.link_opened': { kind: 'results', text: release('was opened by its public link') },
  'held_out.opened': { kind: 'results', text: () => 'Labels of the held-out split may go out from now on' },
  'held_out.limits_changed': { kind: 'results', text: () => 'Limits of submissions for the held-out split changed' },
  'held_out.submitted': {
    kind: 'results',
    text: ({ number, system }) => `Predictions of “${system}” scored on the held-out split of release ${number}`,
  },
  'release.push_started': { kind: 'results', text: ({ number, place }) => `Release ${number} is sent to ${place}` },
  'release.pushed': { kind: 'results', text: ({ number, place }) => `Release ${number} was sent to ${place}` },
  'release.push_cancelled': {
    kind: 'results',
    text: ({ number, place }) => `Sending release ${number} to ${place} was stopped`,
  },
  'evaluation.uploaded': { kind: 'results', text: ({ name }) => `Predictions of “${name}” added` },
  'evaluation.removed': { kind: 'results', text: ({ name }) => `Predictions of “${name}” removed` },
}
