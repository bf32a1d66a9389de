/** What a device is told of. */
export const pushKinds = ['notice', 'message', 'called-off', 'on-again', 'closed', 'seat', 'test'] as const
export type PushKind = (typeof pushKinds)[number]

/** `dropped`: nothing was wrong, but it was not to be sent any more. */
export const pushStatuses = ['queued', 'sent', 'failed', 'dropped'] as const
export type PushStatus = (typeof pushStatuses)[number]

/**
 * Why something was not sent, or not yet: the push service is `busy` or `unreachable`, it has `refused` the school or
 * found the message too `large`; the device is `gone`, its sign-in has `ended`, it was too `late`, or push is `off`.
 */
export const pushReasons = ['busy', 'unreachable', 'refused', 'large', 'gone', 'ended', 'late', 'off'] as const
export type PushReason = (typeof pushReasons)[number]

/** What somebody may do without on their devices. Urgent news, lessons called off and offered seats come all the same. */
export const pushCategories = ['notices', 'messages'] as const
export type PushCategory = (typeof pushCategories)[number]

/** Beyond these no further tests are sent. */
export const testsAnHour = 10
