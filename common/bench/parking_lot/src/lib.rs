//! parking_lot's locks and its condition variable behind C functions. kev/bench/parking_lot.hpp has the other side:
//! there each is an integer that is zero at first. That this is so, is checked here.
use std::mem::{forget, transmute};
use std::time::Duration;

use parking_lot::lock_api::{RawMutex as _, RawMutexTimed as _, RawRwLock as _};
use parking_lot::{Condvar, Mutex, MutexGuard, RawMutex, RawRwLock};

// All fail to compile if the sizes differ.
const _: () = assert!(unsafe { transmute::<Mutex<()>, u8>(Mutex::const_new(RawMutex::INIT, ())) } == 0);
const _: () = assert!(unsafe { transmute::<RawMutex, u8>(RawMutex::INIT) } == 0);
const _: () = assert!(unsafe { transmute::<Condvar, usize>(Condvar::new()) } == 0);
const _: () = assert!(unsafe { transmute::<RawRwLock, usize>(RawRwLock::INIT) } == 0);

#[no_mangle]
pub extern "C" fn kev_parking_lot_mutex_lock(lock: &RawMutex) {
    lock.lock();
}

#[no_mangle]
pub extern "C" fn kev_parking_lot_mutex_try_lock(lock: &RawMutex) -> bool {
    lock.try_lock()
}

#[no_mangle]
pub extern "C" fn kev_parking_lot_mutex_try_lock_for(lock: &RawMutex, nanoseconds: u64) -> bool {
    lock.try_lock_for(Duration::from_nanos(nanoseconds))
}

/// # Safety
/// The caller owns the lock.
#[no_mangle]
pub unsafe extern "C" fn kev_parking_lot_mutex_unlock(lock: &RawMutex) {
    lock.unlock();
}

#[no_mangle]
pub extern "C" fn kev_parking_lot_rw_lock(lock: &RawRwLock) {
    lock.lock_exclusive();
}

#[no_mangle]
pub extern "C" fn kev_parking_lot_rw_try_lock(lock: &RawRwLock) -> bool {
    lock.try_lock_exclusive()
}

/// # Safety
/// The caller owns the lock alone.
#[no_mangle]
pub unsafe extern "C" fn kev_parking_lot_rw_unlock(lock: &RawRwLock) {
    lock.unlock_exclusive();
}

#[no_mangle]
pub extern "C" fn kev_parking_lot_rw_lock_shared(lock: &RawRwLock) {
    lock.lock_shared();
}

#[no_mangle]
pub extern "C" fn kev_parking_lot_rw_try_lock_shared(lock: &RawRwLock) -> bool {
    lock.try_lock_shared()
}

/// # Safety
/// The caller is one of the lock's readers.
#[no_mangle]
pub unsafe extern "C" fn kev_parking_lot_rw_unlock_shared(lock: &RawRwLock) {
    lock.unlock_shared();
}

/// # Safety
/// The caller owns the lock. A Mutex<()> has nothing in it but a RawMutex, and a guard nothing but the mutex's address.
#[no_mangle]
pub unsafe extern "C" fn kev_parking_lot_condvar_wait(condition: &Condvar, lock: &Mutex<()>) {
    let mut guard = transmute::<&Mutex<()>, MutexGuard<'_, ()>>(lock);
    condition.wait(&mut guard);
    forget(guard);
}

#[no_mangle]
pub extern "C" fn kev_parking_lot_condvar_notify_one(condition: &Condvar) {
    condition.notify_one();
}

#[no_mangle]
pub extern "C" fn kev_parking_lot_condvar_notify_all(condition: &Condvar) {
    condition.notify_all();
}
