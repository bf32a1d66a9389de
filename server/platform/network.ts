/**
 * The network that an address counts as: an IPv4 address itself, an IPv6 address's /64, since one household holds a
 * whole /64 (wire B9).
 */
export const networkOf = (address: string): string => {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  if (mapped) return mapped[1]!
  if (!address.includes(':')) return address
  const [head = '', tail] = address.split('%')[0]!.split('::')
  const groups = (text: string) => (text === '' ? [] : text.split(':'))
  const left = groups(head)
  const right = groups(tail ?? '')
  // An IPv4 tail stands for two groups. It takes up the last ones, which are dropped anyway.
  const missing = 8 - left.length - right.length - (/\./.test(address) ? 1 : 0)
  const all =
    tail === undefined ? left : [...left, ...Array.from({ length: Math.max(0, missing) }, () => '0'), ...right]
  return `${all
    .slice(0, 4)
    .map(group => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
