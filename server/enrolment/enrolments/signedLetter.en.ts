export const messages = {
  subject: 'What you signed · {school}',
  opening: 'Dear {name}, this is your copy of what you agreed to with your registration.',
  signed: 'Signed electronically with the name “{name}” on {when}.',
  version: '{title} (version {version}): {level}',
  level: {
    granted: 'agreed',
    withdrawn: 'not agreed',
    public: 'photos may be published, without names',
    school: 'photos only within the school',
    none: 'no photos',
  },
} as const
