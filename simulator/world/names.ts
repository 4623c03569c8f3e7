// Names of people, companies and things, by language: invented or common, belonging to nobody.
import type { Random } from './random.ts'

interface Names {
  given: string[]
  family: string[]
}

const english: Names = {
  given:
    'James Olivia Liam Emma Noah Charlotte Oliver Amelia Henry Sophie Jack Grace Thomas Chloe Daniel Lucy Ryan Hannah Adam Ella George Megan Samuel Isla Nathan Zoe Aaron Ruby Ethan Leah Callum Freya Owen Jade Marcus Holly Victor Tessa Dylan Paige'.split(
      ' ',
    ),
  family:
    'Carter Bennett Hughes Foster Murray Palmer Walsh Griffin Barker Sutton Doyle Fleming Harlow Keane Lowell Merritt Norris Osborne Prescott Quinn Radford Sinclair Thornton Upton Vance Whitaker Yardley Ashby Bolton Crane Dalton Ellison Fenwick Garland Holloway Ingram Jarvis Kendrick Langley Marsden'.split(
      ' ',
    ),
}
const german: Names = {
  given:
    'Lukas Anna Jonas Lena Felix Marie Paul Laura Maximilian Julia Tobias Sarah Florian Lisa Stefan Katharina Markus Eva Andreas Nina Michael Sabine Matthias Petra Jan Claudia Simon Johanna Daniel Franziska'.split(
      ' ',
    ),
  family:
    'Bauer Wagner Huber Gruber Lehner Brandt Vogel Keller Winkler Baumann Frank Lorenz Berger Arnold Seidel Hartmann Kraus Jansen Pohl Riedel Steiner Moser Egger Pichler Graf Zimmermann Sommer Ziegler Kuhn Reuter'.split(
      ' ',
    ),
}
const french: Names = {
  given:
    'Lucas Camille Hugo Chloe Louis Manon Jules Ines Arthur Sarah Antoine Claire Nicolas Julie Mathieu Elodie Pierre Sophie Julien Marion Thomas Aurelie Romain Pauline'.split(
      ' ',
    ),
  family:
    'Martin Bernard Petit Durand Moreau Simon Laurent Lefevre Roux Fournier Girard Bonnet Lambert Fontaine Rousseau Vincent Muller Faure Mercier Blanc Guerin Boyer Garnier Chevalier'.split(
      ' ',
    ),
}
const nordic: Names = {
  given:
    'Erik Anna Lars Ingrid Mikael Sofia Henrik Maja Anders Elin Johan Karin Mikkel Freja Oskar Ida Jonas Emma Nils Astrid Aleksi Aino Ville Helmi'.split(
      ' ',
    ),
  family:
    'Berg Lind Holm Dahl Strand Nyman Lund Sandberg Hansen Nielsen Olsen Eriksen Lindqvist Hagen Moen Virtanen Korhonen Laine Sjoberg Ek Bakken Vik Solberg Friis'.split(
      ' ',
    ),
}
const southern: Names = {
  given:
    'Marco Giulia Luca Chiara Matteo Sara Andrea Elena Pablo Lucia Javier Carmen Diego Marta Sergio Laura Tiago Ines Rui Beatriz Alejandro Sofia Bruno Camila Rafael Fernanda'.split(
      ' ',
    ),
  family:
    'Rossi Ferrari Romano Gallo Conti Ricci Marino Greco Navarro Torres Molina Ortega Delgado Castro Rubio Serrano Silva Pereira Costa Ferreira Almeida Carvalho Mendes Ramos'.split(
      ' ',
    ),
}
const slavic: Names = {
  given:
    'Jan Anna Piotr Katarzyna Tomasz Magdalena Pawel Agnieszka Marcin Monika Jakub Tereza Petr Lucie Martin Veronika Adam Zuzana Michal Karolina'.split(
      ' ',
    ),
  family:
    'Nowak Kowalski Zielinski Wojcik Kaminski Lewandowski Dabrowski Krol Wrobel Novak Dvorak Cerny Prochazka Kucera Vesely Horak Pokorny Marek Benes Fiala'.split(
      ' ',
    ),
}
const asian: Names = {
  given:
    'Hiroshi Yuki Kenji Aiko Wei Mei Jun Hui Arjun Priya Rahul Ananya Vikram Kavya Rohan Neha Amir Layla Omar Noor'.split(
      ' ',
    ),
  family:
    'Tanaka Sato Suzuki Yamamoto Tan Lim Lee Wong Sharma Patel Iyer Reddy Nair Gupta Mehta Khan Hassan Rahman Ong Goh'.split(
      ' ',
    ),
}

const byCountry: Record<string, Names> = {
  DE: german,
  AT: german,
  CH: german,
  FR: french,
  BE: french,
  NL: german,
  SE: nordic,
  NO: nordic,
  DK: nordic,
  FI: nordic,
  IT: southern,
  ES: southern,
  PT: southern,
  BR: southern,
  MX: southern,
  PL: slavic,
  CZ: slavic,
  JP: asian,
  IN: asian,
  SG: asian,
  AE: asian,
}

/** A name; in every country some bear one from elsewhere. */
export function personName(chance: Random, country: string): { given: string; family: string } {
  const own = byCountry[country] ?? english
  const names = chance.chance(0.82)
    ? own
    : chance.pick([english, german, french, nordic, southern, slavic, asian])
  return { given: chance.pick(names.given), family: chance.pick(names.family) }
}

const firstWords =
  'Northwind Alpenblick Harbour Meridian Bluefin Granite Lakeside Copperfield Silverbrook Kestrel Juniper Falcon Ironbridge Seabright Oakmont Rivermark Summit Polar Amber Cobalt Willow Larkspur Beacon Orchard'.split(
    ' ',
  )
const secondWords =
  'Foods Logistics Engineering Insurance Textiles Energy Consulting Dental Architects Pharma Packaging Motors Legal Media Robotics Hospitality Timber Finance Optics Instruments'.split(
    ' ',
  )

export function companyName(chance: Random): string {
  return `${chance.pick(firstWords)} ${chance.pick(secondWords)}`
}

export const projects =
  'Atlas Birch Comet Delta Ember Fjord Garnet Harvest Indigo Jasper Kite Lantern Mosaic Nimbus Opal Pioneer Quartz Ridge Sapphire Tundra'.split(
    ' ',
  )
export const documentNames = [
  'Budget',
  'Forecast',
  'Offer',
  'Minutes',
  'Contract',
  'Specification',
  'Roadmap',
  'Status',
  'Inventory',
  'Price list',
  'Training',
  'Checklist',
  'Proposal',
  'Report',
  'Drawing',
  'Survey',
  'Schedule',
  'Invoice',
  'Payroll',
  'Handbook',
]
export const subjects = [
  'Re: meeting tomorrow',
  'Quarterly figures',
  'Offer for review',
  'FW: delivery dates',
  'Question about the contract',
  'Minutes of today',
  'Re: Re: budget',
  'Holiday request',
  'New version attached',
  'Invitation: planning',
  'Thank you',
  'Re: access to the folder',
  'Invoice 20418',
  'Draft for comments',
  'Re: customer visit',
  'Weekly status',
  'Re: order confirmation',
  'Call notes',
  'Re: sick leave',
  'Lunch on Friday?',
]
export const privateMailHosts = [
  'gmail.com',
  'outlook.com',
  'icloud.com',
  'gmx.net',
  'yahoo.com',
  'proton.me',
]
