import { initial } from './migrations/0001-initial.ts'
import { chatMarks } from './migrations/0002-chat-marks.ts'
import { unreadCount } from './migrations/0003-unread-count.ts'
import { quota } from './migrations/0004-quota.ts'
import { textVersions } from './migrations/0005-text-versions.ts'
import { keysAndOutbox } from './migrations/0006-keys-and-outbox.ts'
import { chatNames } from './migrations/0007-chat-names.ts'
import { sendIds } from './migrations/0008-send-ids.ts'
import { lastAction } from './migrations/0009-last-action.ts'
import { mediaRefs } from './migrations/0010-media-refs.ts'
import { inbox } from './migrations/0011-inbox.ts'
import { lastSeen } from './migrations/0012-last-seen.ts'
import { draftSends } from './migrations/0013-draft-sends.ts'
import { outboxNotes } from './migrations/0014-outbox-notes.ts'
import { sendKinds } from './migrations/0015-send-kinds.ts'
import { waiting } from './migrations/0016-waiting.ts'
import { uploads } from './migrations/0017-uploads.ts'
import { administration } from './migrations/0018-administration.ts'
import { team } from './migrations/0019-team.ts'
import { quickReplies } from './migrations/0020-quick-replies.ts'
import { teamSends } from './migrations/0021-team-sends.ts'
import { scheduled } from './migrations/0022-scheduled.ts'
import { failedEdits } from './migrations/0023-failed-edits.ts'
import { sentQuickReplies } from './migrations/0024-sent-quick-replies.ts'
import { teamChats } from './migrations/0025-team-chats.ts'
import { annotations } from './migrations/0026-annotations.ts'
import { teamAnnotations } from './migrations/0027-team-annotations.ts'
import { refusedWords } from './migrations/0028-refused-words.ts'
import { draftChoices } from './migrations/0029-draft-choices.ts'
import { ownTeamSends } from './migrations/0030-own-team-sends.ts'
import { personNames } from './migrations/0031-person-names.ts'
import { boundTokens } from './migrations/0032-bound-tokens.ts'
import { ownIds } from './migrations/0033-own-ids.ts'
import { chatStarts } from './migrations/0039-chat-starts.ts'
import { requestEnds } from './migrations/0034-request-ends.ts'
import { orderWithinSecond } from './migrations/0035-order-within-second.ts'
import { lateMessages } from './migrations/0036-late-messages.ts'
import { pollChoices } from './migrations/0037-poll-choices.ts'
import { erasedRefs } from './migrations/0038-erased-refs.ts'
import { teamHistory } from './migrations/0040-team-history.ts'
import { cancelledSends } from './migrations/0041-cancelled-sends.ts'
import { journalKeys } from './migrations/0042-journal-keys.ts'
import { guardedAnswers } from './migrations/0043-guarded-answers.ts'
import { joinedChats } from './migrations/0044-joined-chats.ts'
import { windowKeys } from './migrations/0045-window-keys.ts'
import { plainNames } from './migrations/0046-plain-names.ts'
import { unrecordedTimes } from './migrations/0047-unrecorded-times.ts'
import { leftInstances } from './migrations/0048-left-instances.ts'
import { unappliedJournal } from './migrations/0049-unapplied-journal.ts'
import { lostEntries } from './migrations/0050-lost-entries.ts'
import { appliedRedeliveries } from './migrations/0051-applied-redeliveries.ts'
import { movedTokens } from './migrations/0052-moved-tokens.ts'
import { refusedByMessenger } from './migrations/0053-refused-by-messenger.ts'
import { entryLinks } from './migrations/0054-entry-links.ts'
import { readReceipts } from './migrations/0055-read-receipts.ts'
import { answerTargets } from './migrations/0056-answer-targets.ts'
import { menuChoices } from './migrations/0057-menu-choices.ts'
import { reportedQuotas } from './migrations/0058-reported-quotas.ts'
import { snoozedChats } from './migrations/0059-snoozed-chats.ts'
import { journaledCalls } from './migrations/0060-journaled-calls.ts'
import { draftsListed } from './migrations/0061-drafts-listed.ts'
import { orderDetails } from './migrations/0062-order-details.ts'
import { sharedQuickReplies } from './migrations/0063-shared-quick-replies.ts'
import { chatsAtService } from './migrations/0064-chats-at-service.ts'
import { scheduledChats } from './migrations/0065-scheduled-chats.ts'
import { instanceFolders } from './migrations/0066-instance-folders.ts'
import { programs } from './migrations/0067-programs.ts'
import { chatsByPhone } from './migrations/0068-chats-by-phone.ts'
import { programSends } from './migrations/0072-program-sends.ts'
import { programRights } from './migrations/0069-program-rights.ts'
import { personCards } from './migrations/0070-person-cards.ts'
import { quickReplyFiles } from './migrations/0071-quick-reply-files.ts'
import { teamWebhooks } from './migrations/0073-team-webhooks.ts'
import { programUploads } from './migrations/0074-program-uploads.ts'
import { unreadIndexes } from './migrations/0075-unread-indexes.ts'
import { teamProgramSends } from './migrations/0076-team-program-sends.ts'
import { givenNamesOfSenders } from './migrations/0077-given-names-of-senders.ts'
import { teamProposals } from './migrations/0078-team-proposals.ts'
import { foundOrderDetails } from './migrations/0079-found-order-details.ts'
import { sendersOfColleagues } from './migrations/0080-senders-of-colleagues.ts'
import { draftPreviews } from './migrations/0081-draft-previews.ts'
import { listedChats } from './migrations/0082-listed-chats.ts'
import { deletedBy } from './migrations/0083-deleted-by.ts'
import { listedProposals } from './migrations/0084-listed-proposals.ts'
import { sentProposals } from './migrations/0085-sent-proposals.ts'
import { expiredProposals } from './migrations/0086-expired-proposals.ts'
import { countedProposals } from './migrations/0087-counted-proposals.ts'
import { reportedTexts } from './migrations/0088-reported-texts.ts'
import { undoneDismissals } from './migrations/0089-undone-dismissals.ts'
import { releasedSends } from './migrations/0090-released-sends.ts'
import { setSettings } from './migrations/0091-set-settings.ts'
import type { Migration } from '../store/engine/migrate.ts'

/** All steps, oldest first: the index plus one is the version. */
export const migrations: readonly Migration[] = [
  { version: 1, name: 'initial', up: (db) => db.exec(initial) },
  { version: 2, name: 'chat-marks', up: chatMarks },
  { version: 3, name: 'unread-count', up: (db) => db.exec(unreadCount) },
  { version: 4, name: 'quota', up: (db) => db.exec(quota) },
  { version: 5, name: 'text-versions', up: (db) => db.exec(textVersions) },
  { version: 6, name: 'keys-and-outbox', up: (db) => db.exec(keysAndOutbox) },
  { version: 7, name: 'chat-names', up: chatNames },
  { version: 8, name: 'send-ids', up: (db) => db.exec(sendIds) },
  { version: 9, name: 'last-action', up: (db) => db.exec(lastAction) },
  { version: 10, name: 'media-refs', up: (db) => db.exec(mediaRefs) },
  { version: 11, name: 'inbox', up: (db) => db.exec(inbox) },
  { version: 12, name: 'last-seen', up: (db) => db.exec(lastSeen) },
  { version: 13, name: 'draft-sends', up: (db) => db.exec(draftSends) },
  { version: 14, name: 'outbox-notes', up: (db) => db.exec(outboxNotes) },
  { version: 15, name: 'send-kinds', up: (db) => db.exec(sendKinds) },
  { version: 16, name: 'waiting', up: (db) => db.exec(waiting) },
  { version: 17, name: 'uploads', up: (db) => db.exec(uploads) },
  { version: 18, name: 'administration', up: (db) => db.exec(administration) },
  { version: 19, name: 'team', up: (db) => db.exec(team) },
  { version: 20, name: 'quick-replies', up: (db) => db.exec(quickReplies) },
  { version: 21, name: 'team-sends', up: (db) => db.exec(teamSends) },
  { version: 22, name: 'scheduled', up: (db) => db.exec(scheduled) },
  { version: 23, name: 'failed-edits', up: (db) => db.exec(failedEdits) },
  { version: 24, name: 'sent-quick-replies', up: (db) => db.exec(sentQuickReplies) },
  { version: 25, name: 'team-chats', up: (db) => db.exec(teamChats) },
  { version: 26, name: 'annotations', up: (db) => db.exec(annotations) },
  { version: 27, name: 'team-annotations', up: (db) => db.exec(teamAnnotations) },
  { version: 28, name: 'refused-words', up: (db) => db.exec(refusedWords) },
  { version: 29, name: 'draft-choices', up: (db) => db.exec(draftChoices) },
  { version: 30, name: 'own-team-sends', up: (db) => db.exec(ownTeamSends) },
  { version: 31, name: 'person-names', up: (db) => db.exec(personNames) },
  { version: 32, name: 'bound-tokens', up: (db) => db.exec(boundTokens) },
  { version: 33, name: 'own-ids', up: (db) => db.exec(ownIds) },
  { version: 34, name: 'request-ends', up: (db) => db.exec(requestEnds) },
  { version: 35, name: 'order-within-second', up: (db) => db.exec(orderWithinSecond) },
  { version: 36, name: 'late-messages', up: (db) => db.exec(lateMessages) },
  { version: 37, name: 'poll-choices', up: (db) => db.exec(pollChoices) },
  { version: 38, name: 'erased-refs', up: (db) => db.exec(erasedRefs) },
  { version: 39, name: 'chat-starts', up: (db) => db.exec(chatStarts) },
  { version: 40, name: 'team-history', up: (db) => db.exec(teamHistory) },
  { version: 41, name: 'cancelled-sends', up: (db) => db.exec(cancelledSends) },
  { version: 42, name: 'journal-keys', up: (db) => db.exec(journalKeys) },
  { version: 43, name: 'guarded-answers', up: (db) => db.exec(guardedAnswers) },
  { version: 44, name: 'joined-chats', up: (db) => db.exec(joinedChats) },
  { version: 45, name: 'window-keys', up: (db) => db.exec(windowKeys) },
  { version: 46, name: 'plain-names', up: (db) => db.exec(plainNames) },
  { version: 47, name: 'unrecorded-times', up: (db) => db.exec(unrecordedTimes) },
  { version: 48, name: 'left-instances', up: (db) => db.exec(leftInstances) },
  { version: 49, name: 'unapplied-journal', up: (db) => db.exec(unappliedJournal) },
  { version: 50, name: 'lost-entries', up: (db) => db.exec(lostEntries) },
  { version: 51, name: 'applied-redeliveries', up: (db) => db.exec(appliedRedeliveries) },
  { version: 52, name: 'moved-tokens', up: (db) => db.exec(movedTokens) },
  { version: 53, name: 'refused-by-messenger', up: (db) => db.exec(refusedByMessenger) },
  { version: 54, name: 'entry-links', up: (db) => db.exec(entryLinks) },
  { version: 55, name: 'read-receipts', up: (db) => db.exec(readReceipts) },
  { version: 56, name: 'answer-targets', up: (db) => db.exec(answerTargets) },
  { version: 57, name: 'menu-choices', up: (db) => db.exec(menuChoices) },
  { version: 58, name: 'reported-quotas', up: (db) => db.exec(reportedQuotas) },
  { version: 59, name: 'snoozed-chats', up: (db) => db.exec(snoozedChats) },
  { version: 60, name: 'journaled-calls', up: (db) => db.exec(journaledCalls) },
  { version: 61, name: 'drafts-listed', up: (db) => db.exec(draftsListed) },
  { version: 62, name: 'order-details', up: (db) => db.exec(orderDetails) },
  { version: 63, name: 'shared-quick-replies', up: (db) => db.exec(sharedQuickReplies) },
  { version: 64, name: 'chats-at-service', up: (db) => db.exec(chatsAtService) },
  { version: 65, name: 'scheduled-chats', up: (db) => db.exec(scheduledChats) },
  { version: 66, name: 'instance-folders', up: (db) => db.exec(instanceFolders) },
  { version: 67, name: 'programs', up: (db) => db.exec(programs) },
  { version: 68, name: 'chats-by-phone', up: (db) => db.exec(chatsByPhone) },
  { version: 69, name: 'program-rights', up: (db) => db.exec(programRights) },
  { version: 70, name: 'person-cards', up: (db) => db.exec(personCards) },
  { version: 71, name: 'quick-reply-files', up: (db) => db.exec(quickReplyFiles) },
  { version: 72, name: 'program-sends', up: (db) => db.exec(programSends) },
  { version: 73, name: 'team-webhooks', up: (db) => db.exec(teamWebhooks) },
  { version: 74, name: 'program-uploads', up: (db) => db.exec(programUploads) },
  { version: 75, name: 'unread-indexes', up: (db) => db.exec(unreadIndexes) },
  { version: 76, name: 'team-program-sends', up: (db) => db.exec(teamProgramSends) },
  { version: 77, name: 'given-names-of-senders', up: givenNamesOfSenders },
  { version: 78, name: 'team-proposals', up: (db) => db.exec(teamProposals) },
  { version: 79, name: 'found-order-details', up: foundOrderDetails },
  { version: 80, name: 'senders-of-colleagues', up: (db) => db.exec(sendersOfColleagues) },
  { version: 81, name: 'draft-previews', up: (db) => db.exec(draftPreviews) },
  { version: 82, name: 'listed-chats', up: (db) => db.exec(listedChats) },
  { version: 83, name: 'deleted-by', up: (db) => db.exec(deletedBy) },
  { version: 84, name: 'listed-proposals', up: (db) => db.exec(listedProposals) },
  { version: 85, name: 'sent-proposals', up: (db) => db.exec(sentProposals) },
  { version: 86, name: 'expired-proposals', up: (db) => db.exec(expiredProposals) },
  { version: 87, name: 'counted-proposals', up: (db) => db.exec(countedProposals) },
  { version: 88, name: 'reported-texts', up: (db) => db.exec(reportedTexts) },
  { version: 89, name: 'undone-dismissals', up: (db) => db.exec(undoneDismissals) },
  { version: 90, name: 'released-sends', up: (db) => db.exec(releasedSends) },
  { version: 91, name: 'set-settings', up: (db) => db.exec(setSettings) },
]
