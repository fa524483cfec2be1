# Reads iCalendar texts (a JSON array on standard input) with the reader that is named, and prints what it found as JSON.
import json
import sys


def by_icalendar(text):
    import icalendar

    calendar = icalendar.Calendar.from_ical(text)
    (event,) = [part for part in calendar.walk() if part.name == "VEVENT"]
    people = event.get("ATTENDEE")
    return {
        "method": str(calendar["METHOD"]),
        "uid": str(event["UID"]),
        "sequence": int(event["SEQUENCE"]),
        "starts_at": event["DTSTART"].dt.timestamp() * 1000,
        "ends_at": event["DTEND"].dt.timestamp() * 1000,
        "summary": str(event["SUMMARY"]),
        "description": str(event["DESCRIPTION"]) if "DESCRIPTION" in event else None,
        "location": str(event["LOCATION"]) if "LOCATION" in event else None,
        "url": str(event["URL"]) if "URL" in event else None,
        "conference": str(event["CONFERENCE"]) if "CONFERENCE" in event else None,
        "organizer": person(event["ORGANIZER"].params["CN"], event["ORGANIZER"]),
        "attendees": [
            {**person(one.params["CN"], one), "partstat": str(one.params["PARTSTAT"])}
            for one in (people if isinstance(people, list) else [people])
        ],
    }


def by_vobject(text):
    import vobject

    calendar = vobject.readOne(text)
    (event,) = calendar.vevent_list
    return {
        "method": calendar.method.value,
        "uid": event.uid.value,
        "sequence": int(event.sequence.value),
        "starts_at": event.dtstart.value.timestamp() * 1000,
        "ends_at": event.dtend.value.timestamp() * 1000,
        "summary": event.summary.value,
        "description": value(event, "description"),
        "location": value(event, "location"),
        "url": value(event, "url"),
        "conference": value(event, "conference"),
        "organizer": person(event.organizer.params["CN"][0], event.organizer.value),
        "attendees": [
            {**person(one.params["CN"][0], one.value), "partstat": one.params["PARTSTAT"][0]}
            for one in event.attendee_list
        ],
    }


def value(event, name):
    return event.contents[name][0].value if name in event.contents else None


def person(name, address):
    return {"name": str(name), "address": str(address).removeprefix("mailto:")}


read = {"icalendar": by_icalendar, "vobject": by_vobject}[sys.argv[1]]
print(json.dumps([read(text) for text in json.load(sys.stdin)]))
