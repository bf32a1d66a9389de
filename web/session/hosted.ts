const setting = document.querySelector<HTMLMetaElement>('meta[name="hosted-identity"]')?.content

/** The hosted identity service that this school's server names, in place of its own; null for its own. */
export const hosted = setting ? (JSON.parse(setting) as { projectId: string; apiKey: string }) : null
