import { expect, it } from 'vitest'
import { readCard } from './contact-card.ts'

const card = (...lines: readonly string[]) => {
  const { name, phones, emails, organisation } = readCard({
    ...{ displayName: '', phone: '', organisation: '' },
    vcard: lines.join('\r\n'),
  })
  return { name, phones: phones.map(({ number }) => number), emails, organisation }
}

it('reads cards of Android phones: version 2.1, quoted-printable with soft breaks, types without their name', () => {
  expect(
    card(
      'BEGIN:VCARD',
      'VERSION:2.1',
      'N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=D0=A1=D0=BC=D0=B8=D1=80=D0=BD=D0=BE=D0=B2=D0=B0;=D0=90=D0=BD=D0=BD=D0=B0;;;',
      'FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=D0=90=D0=BD=D0=BD=D0=B0=20=D0=A1=D0=BC=D0=B8=',
      '=D1=80=D0=BD=D0=BE=D0=B2=D0=B0',
      'TEL;CELL;PREF:+79990001122',
      'EMAIL;HOME:anna@example.com',
      'ORG;ENCODING=QUOTED-PRINTABLE;CHARSET=ISO-8859-1:Caf=E9',
      'END:VCARD',
    ),
  ).toEqual({ name: 'Анна Смирнова', phones: ['+79990001122'], emails: ['anna@example.com'], organisation: 'Café' })
})

it('takes the name from its parts where none is written out, and every card of several', () => {
  expect(
    card(
      ...['BEGIN:VCARD', 'VERSION:3.0', 'N:Smith;Anna;;Dr.;', 'TEL:+79990001122', 'END:VCARD'],
      ...['BEGIN:VCARD', 'VERSION:3.0', 'FN:Boris', 'TEL:+79990001133', 'END:VCARD'],
    ),
  ).toMatchObject({ name: 'Dr. Anna Smith, Boris', phones: ['+79990001122', '+79990001133'] })
})

it('has a name for a broken value, and no error', () => {
  expect(
    card('BEGIN:VCARD', 'VERSION:2.1', 'FN;ENCODING=QUOTED-PRINTABLE:=ZZ=4', 'TEL:+79990001122', 'END:VCARD').name,
  ).toBe('=ZZ=4')
})
