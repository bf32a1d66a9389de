/** The part of the library that is used: encryption and signatures, but not its own way of sending. */
declare module 'web-push' {
  type Request = {
    method: 'POST'
    headers: Record<string, string | number>
    body: Uint8Array<ArrayBuffer> | null
    endpoint: string
  }
  const webPush: {
    generateVAPIDKeys(): { publicKey: string; privateKey: string }
    generateRequestDetails(
      subscription: { endpoint: string; keys: { p256dh: string; auth: string } },
      payload: string | null,
      options: {
        vapidDetails: { subject: string; publicKey: string; privateKey: string }
        TTL: number
        urgency: 'normal' | 'high'
        topic: string
        contentEncoding: 'aes128gcm'
      },
    ): Request
  }
  export default webPush
}
