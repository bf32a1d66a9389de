import { callTimeoutMs, type Role } from '#contract/callable.ts'

/** Returns the roles of the person whose hosted-service token this is. The school assigns roles, not the service. */
export const rolesAtSchool = async (token: string): Promise<readonly Role[]> => {
  const answer = await fetch('/fn/users-me', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
    body: JSON.stringify({ data: {} }),
    signal: AbortSignal.timeout(callTimeoutMs),
  })
  const { result } = (await answer.json()) as { result?: { roles: Role[] } | null }
  return result?.roles ?? []
}
