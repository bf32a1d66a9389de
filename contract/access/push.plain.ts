/** The kinds of message that are sent to devices. */
export const pushKinds = ['notice', 'message', 'called-off', 'on-again', 'closed', 'seat', 'test'] as const
export type PushKind = (typeof pushKinds)[number]

/** `dropped`: nothing failed, but the message no longer had to be sent. */
export const pushStatuses = ['queued', 'sent', 'failed', 'dropped'] as const
export type PushStatus = (typeof pushStatuses)[number]

/**
 * Why a message was not sent, or not yet: the push service is `busy` or `unreachable`, it `refused` the school or found
 * the message too `large`; the device is `gone`, its sign-in has `ended`, the message was too `late`, or push is `off`.
 */
export const pushReasons = ['busy', 'unreachable', 'refused', 'large', 'gone', 'ended', 'late', 'off'] as const
export type PushReason = (typeof pushReasons)[number]

/** The categories that people can turn off. Urgent notices, canceled lessons and offered seats are always sent. */
export const pushCategories = ['notices', 'messages'] as const
export type PushCategory = (typeof pushCategories)[number]

/** The number of test messages allowed per hour. */
export const testsAnHour = 10
